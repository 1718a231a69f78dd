/** Every text that the service sends to the console is shown as text, never used as markup or as an address. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listConversations } from '../../src/contract/conversations.ts';
import { createDeployment } from '../../src/contract/deployments.ts';
import { createDocument, getDocument } from '../../src/contract/documents.ts';
import { listFaces } from '../../src/contract/faces.ts';
import { createPal } from '../../src/contract/pals.ts';
import { until } from '../service/until.ts';
import { fill, API_KEY, openConsoleWorld, submit, type ConsoleWorld } from './console-world.ts';

const credential = API_KEY;
const HOSTILE = ` <img src=x onerror="document.title=1"><script>document.title=1</script>`;
/** Fields of the API that contain words of a person, a website, a model or another server. */
const FREE_TEXTS = [
  '\\w+_message',
  '\\w+_name',
  'address',
  'answer',
  'comment',
  'contact',
  'content',
  'description',
  'detail',
  'error',
  'greeting',
  'heading',
  'label',
  'label_.*',
  'language_name',
  'licence',
  'message',
  'model',
  'name',
  'note',
  'notice',
  'passage',
  'person',
  'question',
  'reason',
  'recognised_words',
  'recordings',
  'said',
  'sentence',
  'shown',
  'speech',
  'summary',
  'text',
  'title',
  'user_agent',
  'visitor',
  'voice',
  'wordings',
  'words',
];

let world: ConsoleWorld;
let conversation: string;
before(async () => {
  world = await openConsoleWorld();
  await world.signUp();
  const body = { document_url: world.website, crawl: { depth: 2, max_pages: 10 } };
  const { result: document } = await world.call(createDocument, { credential, body });
  const { document_id } = document;
  await until('the website is read', async () => {
    const { result } = await world.call(getDocument, { credential, params: { document_id } });
    return result.status === 'ready';
  });
  const { result: faces } = await world.call(listFaces, { credential });
  const { result: pal } = await world.call(createPal, {
    credential,
    body: {
      pal_name: 'Mira',
      default_face_id: faces.data[0]!.face_id,
      document_ids: [document_id],
      system_prompt: 'You help visitors of a swim school.',
    },
  });
  const { result: deployment } = await world.call(createDeployment, {
    credential,
    body: { pal_id: pal.pal_id, channel: 'embed', status: 'active' },
  });
  for (const question of ['What does a course for children cost?', 'Can I bring my rubber duck?'])
    await world.visitorAsks(deployment.deployment_id, question);
  const { result } = await world.call(listConversations, { credential });
  conversation = result.data[0]!.conversation_id;
});
after(() => world.close());

/** Runs in the page: appends markup to each free text in the responses of the service. */
function addMarkup({ markup, names }: { markup: string; names: string[] }): void {
  const isFreeText = new RegExp(`^(${names.join('|')})$`);
  const change = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return isFreeText.test(key) ? value + markup : value;
    if (Array.isArray(value)) return value.map((entry) => change(entry, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, nestedValue]) => [name, change(nestedValue, name)]),
    );
  };
  const originalFetch = window.fetch;
  window.fetch = async (...request) => {
    const response = await originalFetch(...request);
    if (!response.headers.get('content-type')?.includes('json')) return response;
    const { status, headers } = response;
    return new Response(JSON.stringify(change(await response.json())), { status, headers });
  };
}

for (const path of [
  '',
  '/knowledge',
  '/look',
  '/settings',
  '/conversations',
  '/conversations?conversation=',
  // This page starts an agent that has no deployment yet, so it comes last.
  '?new=1',
])
  test(`/console${path} shows texts from the service as text`, async () => {
    const { page, pageErrors } = await world.signedIn();
    await page.addInitScript(addMarkup, { markup: HOSTILE, names: FREE_TEXTS });
    await page.goto(`${world.service.url}/console${path}${path.endsWith('=') ? conversation : ''}`);
    await page.locator('main[aria-busy=false] h2').first().waitFor();
    if (path === '?new=1') {
      await fill(page, 'website', world.website);
      await submit(page, 'palkit-first-steps');
      await page.getByRole('heading', { name: 'Its face' }).waitFor();
      await submit(page, 'palkit-first-steps');
    }
    await page.locator('main').getByText('<img src=x').first().waitFor({ state: 'attached' });
    if (path === '/knowledge') {
      await fill(page, 'question', 'What does a course for children cost?');
      await submit(page, 'palkit-test-question');
      await page.locator('blockquote', { hasText: '<img src=x' }).first().waitFor();
      await page.getByRole('button', { name: 'What was read' }).first().click();
      await page.locator('wa-dialog').getByText('<img src=x').first().waitFor();
    }
    const harm = await page.evaluate(() => {
      const unsafeElements: string[] = [];
      const search = (root: ParentNode) => {
        for (const element of root.querySelectorAll('*')) {
          if (element.hasAttribute('onerror')) unsafeElements.push(element.outerHTML);
          for (const name of ['href', 'src'])
            if (/^\s*(javascript|vbscript):/i.test(element.getAttribute(name) ?? ''))
              unsafeElements.push(element.outerHTML);
          if (element.localName === 'script' && element.textContent?.includes('document.title'))
            unsafeElements.push('script');
          if (element.shadowRoot) search(element.shadowRoot);
        }
      };
      search(document);
      return unsafeElements;
    });
    assert.deepEqual(harm, []);
    assert.match(await page.title(), /Palkit/);
    assert.deepEqual(pageErrors, []);
    await page.close();
  });
