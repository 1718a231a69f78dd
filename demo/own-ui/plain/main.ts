/** A call for which the page draws its own interface. `?deployment=…&service=…` selects the deployment. */
import { createSession } from 'palkit/session';

document.querySelector('#app')!.innerHTML = `<main><h1></h1>
  <video autoplay playsinline width="240" aria-label="The agent"></video><ol></ol>
  <form><input aria-label="Your words"></form>
  <button>Start</button> <button>Join</button> <button>Microphone</button> <button>Leave</button></main>`;
const find = <E extends Element>(selector: string): E => document.querySelector<E>(selector)!;
const [start, join, mute, leave] = document.querySelectorAll('button');

const query = new URLSearchParams(location.search);
const options = { deploymentId: query.get('deployment') ?? '', baseUrl: query.get('service') ?? '' };
const session = createSession(options);
session.subscribe(({ phase, deployment, agentStream, transcript }) => {
  find('h1').textContent = phase.is === 'live' ? deployment!.agentName : phase.is;
  const video = find<HTMLVideoElement>('video');
  if (video.srcObject !== agentStream) video.srcObject = agentStream;
  const lines = transcript.map(({ text }) => `<li>${new Option(text).innerHTML}</li>`);
  find('ol').innerHTML = lines.join('');
});
start!.onclick = session.start;
join!.onclick = session.confirmDevices;
mute!.onclick = () => session.setMicrophone(session.view.devices.microphone.state !== 'on');
leave!.onclick = session.end;
find<HTMLFormElement>('form').onsubmit = (event) => {
  event.preventDefault();
  session.say(find<HTMLInputElement>('input').value);
};
