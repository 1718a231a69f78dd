/** A page that is rendered on a server and hydrated in a browser. */
import type {} from 'palkit/react';
import { Components } from './components.tsx';

export function App() {
  return (
    <main>
      <h1>Talk to us</h1>
      <pal-embed deployment-id="d1" theme="dark" />
      <pal-widget deployment-id="d1" text="Ask us" position="bottom-left">
        <span slot="launcher">Ask</span>
      </pal-widget>
      <Components />
    </main>
  );
}
