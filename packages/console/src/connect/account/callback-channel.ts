/** Name of the channel on which the popup's last page sends the provider's arguments to the console. */
export const callbackChannel = "wellhead-oauth";
