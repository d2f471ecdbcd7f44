import { callbackChannel } from "./callback-channel.js";

// The last page of the popup. A channel reaches this origin only, and also when the provider cut the tie to the opener.
const channel = new BroadcastChannel(callbackChannel);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one listener side and no origin to name
channel.postMessage(Object.fromEntries(new URLSearchParams(location.search)));
channel.close();
history.replaceState(null, "", location.pathname);
const outcome = document.getElementById("outcome");
if (outcome !== null) outcome.textContent = "The console has the provider's answer and goes on from here.";
window.close();
