/** Written by "npm run docs" from the custom elements manifest. */
import type { PalCloseEvent, PalEmbed, PalEndedEvent, PalErrorEvent, PalFeedbackEvent, PalLandingPage, PalMessageEvent, PalNavigateEvent, PalOpenEvent, PalReadyEvent, PalStartedEvent, PalStateChangeEvent, PalToolCallEvent, PalWidget } from '../index.ts';
import type { HTMLAttributes } from 'svelte/elements';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pal-embed': HTMLAttributes<PalEmbed> & Partial<Pick<PalEmbed, 'deploymentId' | 'baseUrl' | 'conversationalContext' | 'customGreeting' | 'memoryStores' | 'visitorToken' | 'screenSharing' | 'hearing' | 'theme' | 'accentColor' | 'poster' | 'override' | 'tools'>> & {
      /** ID of the deployment to talk to. */
      'deployment-id'?: string;
      /** Address of the service; by default the one that the script came from. */
      'base-url'?: string;
      /** Facts about this session for the agent to know. */
      'conversational-context'?: string;
      /** The agent's first line, instead of its own greeting. */
      'custom-greeting'?: string;
      /** Stable identifiers of the visitor, separated by commas. */
      'memory-stores'?: string;
      /** The visitor's token, signed by this website's server; read when a call starts. */
      'visitor-token'?: string;
      /** `off` stops visitors from sharing their screen. By default video calls offer it where the browser can. */
      'screen-sharing'?: string;
      /** Accent colour in hexadecimal form. */
      'accent-color'?: string;
      /** The deployment is known and a session can begin. */
      'onpal-ready'?: (event: PalReadyEvent) => void;
      /** The panel opened, or the call's screens replaced the facade. */
      'onpal-open'?: (event: PalOpenEvent) => void;
      /** The panel closed; a running call continues. */
      'onpal-close'?: (event: PalCloseEvent) => void;
      /** A call is connected. */
      'onpal-started'?: (event: PalStartedEvent) => void;
      /** A call is over; once for each call. */
      'onpal-ended'?: (event: PalEndedEvent) => void;
      /** Something failed; the message can be shown to a visitor. */
      'onpal-error'?: (event: PalErrorEvent) => void;
      /** The session entered another phase. */
      'onpal-state-change'?: (event: PalStateChangeEvent) => void;
      /** A complete line of the transcript. */
      'onpal-message'?: (event: PalMessageEvent) => void;
      /** The agent calls a tool of the page; `respondWith` answers it, else `tools` does. */
      'onpal-tool-call'?: (event: PalToolCallEvent) => void;
      /** The agent opens another page of this site, which is loaded unless the event is prevented. */
      'onpal-navigate'?: (event: PalNavigateEvent) => void;
      /** The visitor rated the call with one to five stars and an optional comment, where `customization.after_call.feedback` asks for it. The service stores it unless the event is prevented. */
      'onpal-feedback'?: (event: PalFeedbackEvent) => void;
    };
    'pal-landing-page': HTMLAttributes<PalLandingPage> & Partial<Pick<PalLandingPage, 'deploymentId' | 'baseUrl' | 'conversationalContext' | 'customGreeting' | 'memoryStores' | 'visitorToken' | 'screenSharing' | 'hearing' | 'theme' | 'accentColor' | 'poster' | 'override' | 'tools'>> & {
      /** ID of the deployment to talk to. */
      'deployment-id'?: string;
      /** Address of the service; by default the one that the script came from. */
      'base-url'?: string;
      /** Facts about this session for the agent to know. */
      'conversational-context'?: string;
      /** The agent's first line, instead of its own greeting. */
      'custom-greeting'?: string;
      /** Stable identifiers of the visitor, separated by commas. */
      'memory-stores'?: string;
      /** The visitor's token, signed by this website's server; read when a call starts. */
      'visitor-token'?: string;
      /** `off` stops visitors from sharing their screen. By default video calls offer it where the browser can. */
      'screen-sharing'?: string;
      /** Accent colour in hexadecimal form. */
      'accent-color'?: string;
      /** The deployment is known and a session can begin. */
      'onpal-ready'?: (event: PalReadyEvent) => void;
      /** The panel opened, or the call's screens replaced the facade. */
      'onpal-open'?: (event: PalOpenEvent) => void;
      /** The panel closed; a running call continues. */
      'onpal-close'?: (event: PalCloseEvent) => void;
      /** A call is connected. */
      'onpal-started'?: (event: PalStartedEvent) => void;
      /** A call is over; once for each call. */
      'onpal-ended'?: (event: PalEndedEvent) => void;
      /** Something failed; the message can be shown to a visitor. */
      'onpal-error'?: (event: PalErrorEvent) => void;
      /** The session entered another phase. */
      'onpal-state-change'?: (event: PalStateChangeEvent) => void;
      /** A complete line of the transcript. */
      'onpal-message'?: (event: PalMessageEvent) => void;
      /** The agent calls a tool of the page; `respondWith` answers it, else `tools` does. */
      'onpal-tool-call'?: (event: PalToolCallEvent) => void;
      /** The agent opens another page of this site, which is loaded unless the event is prevented. */
      'onpal-navigate'?: (event: PalNavigateEvent) => void;
      /** The visitor rated the call with one to five stars and an optional comment, where `customization.after_call.feedback` asks for it. The service stores it unless the event is prevented. */
      'onpal-feedback'?: (event: PalFeedbackEvent) => void;
    };
    'pal-widget': HTMLAttributes<PalWidget> & Partial<Pick<PalWidget, 'text' | 'position' | 'variant' | 'expanded' | 'deploymentId' | 'baseUrl' | 'conversationalContext' | 'customGreeting' | 'memoryStores' | 'visitorToken' | 'screenSharing' | 'hearing' | 'theme' | 'accentColor' | 'poster' | 'override' | 'tools'>> & {
      /** ID of the deployment to talk to. */
      'deployment-id'?: string;
      /** Address of the service; by default the one that the script came from. */
      'base-url'?: string;
      /** Facts about this session for the agent to know. */
      'conversational-context'?: string;
      /** The agent's first line, instead of its own greeting. */
      'custom-greeting'?: string;
      /** Stable identifiers of the visitor, separated by commas. */
      'memory-stores'?: string;
      /** The visitor's token, signed by this website's server; read when a call starts. */
      'visitor-token'?: string;
      /** `off` stops visitors from sharing their screen. By default video calls offer it where the browser can. */
      'screen-sharing'?: string;
      /** Accent colour in hexadecimal form. */
      'accent-color'?: string;
      /** The deployment is known and a session can begin. */
      'onpal-ready'?: (event: PalReadyEvent) => void;
      /** The panel opened, or the call's screens replaced the facade. */
      'onpal-open'?: (event: PalOpenEvent) => void;
      /** The panel closed; a running call continues. */
      'onpal-close'?: (event: PalCloseEvent) => void;
      /** A call is connected. */
      'onpal-started'?: (event: PalStartedEvent) => void;
      /** A call is over; once for each call. */
      'onpal-ended'?: (event: PalEndedEvent) => void;
      /** Something failed; the message can be shown to a visitor. */
      'onpal-error'?: (event: PalErrorEvent) => void;
      /** The session entered another phase. */
      'onpal-state-change'?: (event: PalStateChangeEvent) => void;
      /** A complete line of the transcript. */
      'onpal-message'?: (event: PalMessageEvent) => void;
      /** The agent calls a tool of the page; `respondWith` answers it, else `tools` does. */
      'onpal-tool-call'?: (event: PalToolCallEvent) => void;
      /** The agent opens another page of this site, which is loaded unless the event is prevented. */
      'onpal-navigate'?: (event: PalNavigateEvent) => void;
      /** The visitor rated the call with one to five stars and an optional comment, where `customization.after_call.feedback` asks for it. The service stores it unless the event is prevented. */
      'onpal-feedback'?: (event: PalFeedbackEvent) => void;
    };
  }
}
