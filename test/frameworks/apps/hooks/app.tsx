/** A call with the hook and the parts, in an application that removes it and starts another one. */
import { StrictMode, useState } from 'react';
import { PalComposer, PalTranscript, usePal } from 'palkit/react';

function Call({ deployment, count }: { deployment: string; count: number }) {
  const { view, session } = usePal({
    deploymentId: deployment,
    baseUrl: 'http://app.example',
    tools: { count: () => count },
  });
  return (
    <>
      <p id="told">
        {deployment} {view.phase.is}
      </p>
      <button id="start" onClick={session.start}>
        Start
      </button>
      <button
        id="ask"
        onClick={() => Object.assign(window, { counted: session.tools['count']!({}, new AbortController()) })}
      >
        Ask
      </button>
      <PalTranscript session={session} className="lines" />
      <PalComposer session={session} />
    </>
  );
}

export function App() {
  const [isShown, show] = useState(true);
  const [deployment, choose] = useState('d1');
  const [count, setCount] = useState(0);
  return (
    <StrictMode>
      <button id="toggle" onClick={() => show(!isShown)}>
        Toggle
      </button>
      <button id="other" onClick={() => choose('d2')}>
        Other
      </button>
      <button id="count" onClick={() => setCount(count + 1)}>
        {count}
      </button>
      {isShown && <Call deployment={deployment} count={count} />}
    </StrictMode>
  );
}
