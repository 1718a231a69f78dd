/** The page `/embed`: copies code on a click, and fills in another deployment's id. */
for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = 'Copied';
    } catch {
      // A page without TLS has no clipboard, so select the text instead.
      getSelection().selectAllChildren(block);
      button.textContent = 'Marked: copy it now';
    }
  });
  block.before(button);
}

const form = document.querySelector('form');
form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  location.search = new URLSearchParams({ deployment: form.elements.namedItem('deployment').value.trim() });
});
