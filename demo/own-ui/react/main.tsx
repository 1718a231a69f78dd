/** A call for which the page draws its own interface. `?deployment=…&service=…` selects the deployment. */
import { createRoot } from 'react-dom/client';
import { usePal } from 'palkit/react';

const query = new URLSearchParams(location.search);
const options = { deploymentId: query.get('deployment') ?? '', baseUrl: query.get('service') ?? '' };

function OwnCall() {
  const { view, session } = usePal(options);
  const play = (video: HTMLVideoElement | null) => {
    if (video && video.srcObject !== view.agentStream) video.srcObject = view.agentStream;
  };
  const lines = view.transcript.map(({ id, text }) => <li key={id}>{text}</li>);
  const on = view.devices.microphone.state === 'on';
  return (
    <main>
      <h1>{view.phase.is === 'live' ? view.deployment?.agentName : view.phase.is}</h1>
      <video ref={play} autoPlay playsInline width="240" aria-label="The agent" />
      <ol>{lines}</ol>
      <form action={(form) => session.say(form.get('text') as string)}>
        <input name="text" aria-label="Your words" />
      </form>
      <button onClick={session.start}>Start</button>
      <button onClick={session.confirmDevices}>Join</button>
      <button onClick={() => session.setMicrophone(!on)}>Microphone</button>
      <button onClick={session.end}>Leave</button>
    </main>
  );
}
createRoot(document.getElementById('app')!).render(<OwnCall />);
