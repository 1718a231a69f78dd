/** Takes the guide's picture of the console from the built service: a call that a person has taken over. */
import { CONSOLE_HEADER, useConsoleLink } from '../src/contract/console.ts';
import { createDeployment } from '../src/contract/deployments.ts';
import { listFaces } from '../src/contract/faces.ts';
import { createPal } from '../src/contract/pals.ts';
import { API_KEY, openConsoleWorld, PASSWORD } from '../test/journeys/console-world.ts';

const FILE = 'docs/console.png';

const world = await openConsoleWorld();
try {
  const credential = API_KEY;
  await world.call(useConsoleLink, {
    headers: { [CONSOLE_HEADER]: '1', origin: world.service.url },
    body: {
      link: new URL(world.service.consoleLink).hash.replace('#link=', ''),
      name: 'Alice',
      password: PASSWORD,
    },
  });
  const { result: faces } = await world.call(listFaces, { credential });
  const { result: pal } = await world.call(createPal, {
    credential,
    body: {
      pal_name: 'Mira',
      system_prompt: 'You help visitors of a swim school.',
      default_face_id: faces.data[0]!.face_id,
      layers: { conversational_flow: { request_human: true } },
    },
  });
  const { result: deployment } = await world.call(createDeployment, {
    credential,
    body: { pal_id: pal.pal_id, channel: 'embed', status: 'active' },
  });
  const visitor = await world.visit(deployment.deployment_id);
  await visitor.say('Can I talk to a person?');
  const { page } = await world.signedIn({ viewport: { width: 1000, height: 790 } });
  await page.goto(`${world.service.url}/console/conversations`);
  await page.locator('palkit-running-calls a').click();
  await page.getByRole('button', { name: 'Take over' }).click();
  const input = page.locator('palkit-live-call wa-input input');
  await input.fill('Good morning, Alice here. How can I help?');
  await input.press('Enter');
  await page.locator('.transcript').getByText('Good morning').waitFor();
  await visitor.say('My daughter is four. Which course is right for her?');
  await page.locator('.transcript').getByText('four').waitFor();
  await page.screenshot({ path: FILE });
  process.stdout.write(`${FILE}\n`);
} finally {
  await world.close();
}
