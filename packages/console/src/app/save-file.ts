/** Saves a file where the browser keeps downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[^\w.-]+/g, "-");
  link.click();
  // The browser has begun to read by then; keeping the address would keep the bytes.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
