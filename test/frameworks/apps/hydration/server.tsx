/** Renders the page that the browser hydrates. */
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';

export const rendered = renderToString(
  <StrictMode>
    <App />
  </StrictMode>,
);
