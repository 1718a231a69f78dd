/**
 * The same small application with React 18, which sets attributes and needs listeners for a custom element's events.
 */
import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { PalEmbed } from 'palkit';
import 'palkit/define';
import type {} from 'palkit/react';

const query = new URLSearchParams(location.search);

function Embed({ log, embed }: { log: (words: string) => void; embed: React.RefObject<PalEmbed> }) {
  useEffect(() => {
    const element = embed.current!;
    const listening = new AbortController();
    element.addEventListener('pal-ready', () => log('ready'), listening);
    element.addEventListener('pal-state-change', (event) => log(`phase ${event.phase.is}`), listening);
    element.addEventListener('pal-ended', (event) => log(`ended: ${event.reason}`), listening);
    return () => listening.abort();
  }, [embed, log]);
  return (
    <pal-embed
      ref={embed}
      deployment-id={query.get('deployment') ?? ''}
      base-url={query.get('service') ?? ''}
      accent-color="#0f7a52"
    />
  );
}

function App() {
  const [visible, setVisible] = useState(true);
  const [messages, setMessages] = useState<string[]>([]);
  const embed = useRef<PalEmbed>(null);
  const log = useRef((words: string) => setMessages((before) => [...before, words])).current;
  return (
    <main style={{ maxWidth: 900, margin: '24px auto', padding: '0 20px' }}>
      <h1>Talk to us</h1>
      <p>
        <button id="start" onClick={() => void embed.current?.start()}>
          Start
        </button>{' '}
        <button id="toggle" onClick={() => setVisible(!visible)}>
          {visible ? 'Take away' : 'Bring back'}
        </button>
      </p>
      {visible && <Embed embed={embed} log={log} />}
      <ol id="said">
        {messages.map((words, index) => (
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
