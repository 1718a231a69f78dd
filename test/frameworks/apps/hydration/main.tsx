import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import 'palkit/define';
import { App } from './app.tsx';

// The elements are upgraded before React hydrates them, which is the more difficult order.
hydrateRoot(
  document.getElementById('app')!,
  <StrictMode>
    <App />
  </StrictMode>,
  { onRecoverableError: (error) => console.error('hydration', error) },
);
