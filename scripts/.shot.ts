import { fill, openConsoleWorld, PASSWORD, submit } from '../test/journeys/console-world.ts';
import { until } from '../test/service/until.ts';
const world = await openConsoleWorld();
try {
  for (const [name, options] of Object.entries({ en: { viewport: { width: 1280, height: 900 }, locale: 'en' } })) {
    const context = await world.browser.newContext(options as object);
    const page = await context.newPage();
    await page.goto(world.service.consoleLink);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await fill(page, 'name', 'Alice'); await fill(page, 'password', PASSWORD); await submit(page, 'palkit-sign-in');
    await page.getByRole('heading', { name: 'What it knows' }).waitFor();
    await fill(page, 'website', world.website); await submit(page, 'palkit-first-steps');
    await page.getByRole('heading', { name: 'Its face' }).waitFor();
    await submit(page, 'palkit-first-steps');
    await page.locator('.site-look').waitFor();
    await until('q', async () => (await page.locator('wa-input[name=question1] input').inputValue()) !== '');
    for (const width of [1280, 360]) for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 }); await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `/tmp/look-${width}-${scheme}.png`, fullPage: true });
    }
    await page.locator('.site-look input[type=checkbox]').first().check();
    for (const box of await page.locator('.site-look input[type=checkbox]').all()) await box.check();
    await page.setViewportSize({ width: 1280, height: 900 });
    await submit(page, 'palkit-first-steps');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.frameLocator('palkit-preview iframe').getByRole('button', { name: 'Start the conversation' }).waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.screenshot({ path: `/tmp/home.png`, fullPage: true });
    console.log(await page.evaluate(async () => (await (await fetch('/v2/deployments', {headers: {'x-palkit-console': '1'}})).json()).deployments.slice(0,3).map((d: any) => JSON.stringify(d.customization))));
    const landing = await page.locator('palkit-lines-to-copy code').last().textContent();
    await page.goto(landing!.trim()); await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/landing.png` });
  }
} finally { await world.close(); }
