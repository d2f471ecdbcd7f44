import { callbackChannel } from "./callback-channel.js";

// The last page of the popup. A channel reaches only this origin, and works even when the provider removed the
// reference to the opener.
const channel = new BroadcastChannel(callbackChannel);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has no target origin
channel.postMessage(Object.fromEntries(new URLSearchParams(location.search)));
channel.close();
history.replaceState(null, "", location.pathname);
const outcome = document.getElementById("outcome");
if (outcome !== null)
  outcome.textContent = "The console has received the provider's response and continues the sign-in.";
window.close();
