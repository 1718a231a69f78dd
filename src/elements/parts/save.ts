/** Downloads a text as a file. */
export function save(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  // After a second the browser has started the download and no longer needs the address.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
