import { Component, provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import type { PalEndedEvent } from 'palkit';
import { injectPal, PAL_DIRECTIVES } from 'palkit/angular';
import { baseUrl, deploymentId, override, tell, tools } from '../call.js';

@Component({
  selector: 'app-root',
  imports: [PAL_DIRECTIVES],
  template: `
    <pal-embed
      [deploymentId]="deploymentId"
      [baseUrl]="baseUrl"
      [override]="override"
      [tools]="tools"
      theme="dark"
      (pal-state-change)="tell($event)"
      (pal-started)="tell($event)"
      (pal-ended)="ended($event)"
    ></pal-embed>
    <output>{{ pal.view().phase.is }}</output>
  `,
})
class App {
  readonly baseUrl = baseUrl;
  readonly deploymentId = deploymentId;
  readonly override = override;
  readonly tools = tools;
  readonly tell: (event: Event) => void = tell as never;
  readonly pal = injectPal({ deploymentId, baseUrl });
  // The type of the event is the element's; another type would be an error in the template.
  ended(event: PalEndedEvent): void {
    if (event.reason) this.tell(event);
  }
}

void bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });
