/** Name of the channel on which the popup's last page tells the console what the provider sent. */
export const callbackChannel = "wellhead-oauth";
