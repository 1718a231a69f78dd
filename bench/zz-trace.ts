import { launchChromium, openPage } from '../test/browser.ts';
import { startService } from '../test/journeys/running-service.ts';
const browser = await launchChromium();
const service = await startService();
for (let i = 0; i < 3; i++) {
  const page = await openPage(browser, { viewport: { width: 1200, height: 900 }, locale: 'en' });
  const t0 = performance.now();
  const log = (s: string) => console.log(`TT ${Date.now()%1000000} ${i} ${(performance.now() - t0).toFixed(0).padStart(6)} ${s}`);
  page.on('request', (r) => log(`> ${r.method()} ${r.url().slice(service.url.length, service.url.length + 70)}`));
  page.on('response', (r) => { if (!r.url().includes('.js')) log(`< ${r.status()} ${r.url().slice(service.url.length, service.url.length + 70)}`); });
  page.on('websocket', (w) => { log(`ws ${w.url()}`); w.on('framereceived', (f) => log(`ws< ${String(f.payload).slice(0, 160)}`)); w.on('framesent', (f) => log(`ws> ${String(f.payload).slice(0, 100)}`)); });
  await page.goto(`${service.url}/demo/product`);
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  log('started');
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  log('type');
  await page.getByRole('button', { name: 'Transcript' }).click();
  log('transcript');
  const box = page.getByRole('textbox', { name: 'Type a message' });
  await box.fill('When are you open?');
  await box.press('Enter');
  log('ENTER');
  await page.locator('pal-transcript').evaluate(async (element) => {
      const began = performance.now();
      const isAnswered = () => [...element.shadowRoot!.querySelectorAll('.line.pal')].some((line) => /Tuesday/.test(line.textContent!));
      while (!isAnswered()) { if (performance.now() - began > 15000) throw new Error('No answer.'); await new Promise(requestAnimationFrame); }
  });
  log('ANSWER');
  await page.close();
}
await browser.close();
await service.close();
process.exit(0);
