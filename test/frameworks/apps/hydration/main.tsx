import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import 'palkit/define';
import { App } from './app.tsx';

// The elements are upgraded before React looks at them: the harder order of the two.
hydrateRoot(
  document.getElementById('app')!,
  <StrictMode>
    <App />
  </StrictMode>,
  { onRecoverableError: (error) => console.error('hydration', error) },
);
