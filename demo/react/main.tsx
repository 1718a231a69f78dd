/** A small React application with the embed: `?deployment=…&service=…` say what to talk to. */
import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { PalEmbed } from 'palkit';
import 'palkit/define';
import type {} from 'palkit/react';

const asked = new URLSearchParams(location.search);

function App() {
  const [shown, setShown] = useState(true);
  const [said, setSaid] = useState<string[]>([]);
  const embed = useRef<PalEmbed>(null);
  const tell = (words: string) => setSaid((before) => [...before, words]);
  return (
    <main style={{ maxWidth: 900, margin: '24px auto', padding: '0 20px' }}>
      <h1>Talk to us</h1>
      <p>
        <button id="start" onClick={() => void embed.current?.start()}>
          Start
        </button>{' '}
        <button id="toggle" onClick={() => setShown(!shown)}>
          {shown ? 'Take away' : 'Bring back'}
        </button>
      </p>
      {shown && (
        <pal-embed
          ref={embed}
          deploymentId={asked.get('deployment') ?? ''}
          baseUrl={asked.get('service') ?? ''}
          accentColor="#0f7a52"
          onpal-ready={() => tell('ready')}
          onpal-state-change={(event) => tell(`phase ${event.phase.is}`)}
          onpal-ended={(event) => tell(`ended: ${event.reason}`)}
        />
      )}
      <ol id="said">
        {said.map((words, index) => (
          <li key={index}>{words}</li>
        ))}
      </ol>
    </main>
  );
}

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
