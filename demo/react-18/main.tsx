/**
 * The same small application under React 18, which sets attributes and leaves a custom element's events to
 * listeners.
 */
import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { PalEmbed } from 'palkit';
import 'palkit/define';
import type {} from 'palkit/react';

const asked = new URLSearchParams(location.search);

function Embed({ tell, embed }: { tell: (words: string) => void; embed: React.RefObject<PalEmbed> }) {
  useEffect(() => {
    const element = embed.current!;
    const listening = new AbortController();
    element.addEventListener('pal-ready', () => tell('ready'), listening);
    element.addEventListener('pal-state-change', (event) => tell(`phase ${event.phase.is}`), listening);
    element.addEventListener('pal-ended', (event) => tell(`ended: ${event.reason}`), listening);
    return () => listening.abort();
  }, [embed, tell]);
  return (
    <pal-embed
      ref={embed}
      deployment-id={asked.get('deployment') ?? ''}
      base-url={asked.get('service') ?? ''}
      accent-color="#0f7a52"
    />
  );
}

function App() {
  const [shown, setShown] = useState(true);
  const [said, setSaid] = useState<string[]>([]);
  const embed = useRef<PalEmbed>(null);
  const tell = useRef((words: string) => setSaid((before) => [...before, words])).current;
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
      {shown && <Embed embed={embed} tell={tell} />}
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
