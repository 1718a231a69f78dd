/** The page `/embed`: tabs with ways of embedding, code to copy, and a field for another deployment's id. */
const ways = document.querySelector('.ways');
const panels = [...ways.querySelectorAll('.way')];
const tabs = panels.map((panel) => {
  const heading = panel.querySelector('h3');
  const tab = document.createElement('button');
  tab.type = 'button';
  tab.id = `tab-${panel.id}`;
  tab.textContent = heading.textContent;
  tab.setAttribute('role', 'tab');
  tab.setAttribute('aria-controls', panel.id);
  heading.remove();
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', tab.id);
  return tab;
});
const list = document.createElement('div');
list.className = 'tabs';
list.setAttribute('role', 'tablist');
list.setAttribute('aria-label', 'Ways');
list.append(...tabs);
ways.prepend(list);

function select(chosen) {
  tabs.forEach((tab, index) => {
    tab.setAttribute('aria-selected', String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
    panels[index].hidden = tab !== chosen;
  });
}
/** Returns the tab in the fragment of the address, such as `#way-react`; otherwise the first one. */
const named = () => tabs[panels.findIndex(({ id }) => `#${id}` === location.hash)] ?? tabs[0];
select(named());
addEventListener('hashchange', () => select(named()));
list.addEventListener('click', ({ target }) => {
  if (!tabs.includes(target)) return;
  select(target);
  history.replaceState(null, '', `#${panels[tabs.indexOf(target)].id}`);
});
const STEPS = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
list.addEventListener('keydown', (event) => {
  const step = STEPS[event.key];
  const from = tabs.indexOf(document.activeElement);
  if (!step || from < 0) return;
  event.preventDefault();
  const to = Number.isFinite(step)
    ? (from + step + tabs.length) % tabs.length
    : step > 0
      ? tabs.length - 1
      : 0;
  select(tabs[to]);
  tabs[to].focus();
});

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = block.closest('.way') ? 'Copy all' : 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = 'Copied';
    } catch {
      // A page without TLS has no clipboard access, so the text is selected instead.
      getSelection().selectAllChildren(block);
      button.textContent = 'Marked: copy it now';
    }
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}

const form = document.querySelector('form');
form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const query = new URLSearchParams({ deployment: form.elements.namedItem('deployment').value.trim() });
  location.assign(`?${query}${location.hash}`);
});
