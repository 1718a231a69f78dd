/** A small React application with the embed. `?deployment=…&service=…` selects the deployment. */
import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { PalEmbed } from 'palkit';
import 'palkit/define';
import type {} from 'palkit/react';

const query = new URLSearchParams(location.search);

function App() {
  const [visible, setVisible] = useState(true);
  const [messages, setMessages] = useState<string[]>([]);
  const embed = useRef<PalEmbed>(null);
  const log = (words: string) => setMessages((before) => [...before, words]);
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
      {visible && (
        <pal-embed
          ref={embed}
          deploymentId={query.get('deployment') ?? ''}
          baseUrl={query.get('service') ?? ''}
          accentColor="#0f7a52"
          onpal-ready={() => log('ready')}
          onpal-state-change={(event) => log(`phase ${event.phase.is}`)}
          onpal-ended={(event) => log(`ended: ${event.reason}`)}
        />
      )}
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
