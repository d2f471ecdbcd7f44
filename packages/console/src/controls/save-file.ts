/** Saves a file as a download of the browser. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  followDownload(address, name);
  // The browser has started reading by then; keeping the URL would keep the bytes in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Downloads an address of this page's origin as a file. */
export function followDownload(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[^\w.-]+/g, "-");
  link.click();
}
