/** Written by "npm run docs" from the custom elements manifest. */
import type { PalCloseEvent, PalEmbed, PalEndedEvent, PalErrorEvent, PalFeedbackEvent, PalLandingPage, PalMessageEvent, PalNavigateEvent, PalOpenEvent, PalReadyEvent, PalStartedEvent, PalStateChangeEvent, PalToolCallEvent, PalWidget } from '../index.ts';
import type { HTMLAttributes } from 'svelte/elements';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pal-embed': HTMLAttributes<PalEmbed> & Partial<Pick<PalEmbed, 'deploymentId' | 'baseUrl' | 'conversationalContext' | 'customGreeting' | 'memoryStores' | 'visitorToken' | 'screenSharing' | 'hearing' | 'theme' | 'accentColor' | 'poster' | 'override' | 'tools'>> & {
      /** The deployment to talk to. */
      'deployment-id'?: string;
      /** Where the service is; by default where the script came from. */
      'base-url'?: string;
      /** What the agent should know of this session. */
      'conversational-context'?: string;
      /** What the agent says first, instead of its own greeting. */
      'custom-greeting'?: string;
      /** Stable identifiers of the visitor, comma-separated. */
      'memory-stores'?: string;
      /** Who the visitor is, signed by the server of this website; read when a call starts. */
      'visitor-token'?: string;
      /** `off` where the visitor's screen is not to be shared; else that is offered in video calls, where the
browser can. */
      'screen-sharing'?: string;
      /** The one colour, as hex. */
      'accent-color'?: string;
      /** The deployment is known and a session can begin. */
      'onpal-ready'?: (event: PalReadyEvent) => void;
      /** The panel opened, or the call's screens took the facade's place. */
      'onpal-open'?: (event: PalOpenEvent) => void;
      /** The panel closed; a call goes on. */
      'onpal-close'?: (event: PalCloseEvent) => void;
      /** A call is connected. */
      'onpal-started'?: (event: PalStartedEvent) => void;
      /** A call is over; once for each call. */
      'onpal-ended'?: (event: PalEndedEvent) => void;
      /** Something failed; its message is fit for a person. */
      'onpal-error'?: (event: PalErrorEvent) => void;
      /** The session is in another phase. */
      'onpal-state-change'?: (event: PalStateChangeEvent) => void;
      /** A complete line of the transcript. */
      'onpal-message'?: (event: PalMessageEvent) => void;
      /** The agent calls a tool of the page; `respondWith` answers it, else `tools` does. */
      'onpal-tool-call'?: (event: PalToolCallEvent) => void;
      /** The agent opens another page of this site; unless it is prevented, that is loaded. */
      'onpal-navigate'?: (event: PalNavigateEvent) => void;
      /** The visitor rated the call, with one to five stars and perhaps words; where `customization.after_call.feedback` asks for it. Unless it is prevented, the service keeps it. */
      'onpal-feedback'?: (event: PalFeedbackEvent) => void;
    };
    'pal-landing-page': HTMLAttributes<PalLandingPage> & Partial<Pick<PalLandingPage, 'deploymentId' | 'baseUrl' | 'conversationalContext' | 'customGreeting' | 'memoryStores' | 'visitorToken' | 'screenSharing' | 'hearing' | 'theme' | 'accentColor' | 'poster' | 'override' | 'tools'>> & {
      /** The deployment to talk to. */
      'deployment-id'?: string;
      /** Where the service is; by default where the script came from. */
      'base-url'?: string;
      /** What the agent should know of this session. */
      'conversational-context'?: string;
      /** What the agent says first, instead of its own greeting. */
      'custom-greeting'?: string;
      /** Stable identifiers of the visitor, comma-separated. */
      'memory-stores'?: string;
      /** Who the visitor is, signed by the server of this website; read when a call starts. */
      'visitor-token'?: string;
      /** `off` where the visitor's screen is not to be shared; else that is offered in video calls, where the
browser can. */
      'screen-sharing'?: string;
      /** The one colour, as hex. */
      'accent-color'?: string;
      /** The deployment is known and a session can begin. */
      'onpal-ready'?: (event: PalReadyEvent) => void;
      /** The panel opened, or the call's screens took the facade's place. */
      'onpal-open'?: (event: PalOpenEvent) => void;
      /** The panel closed; a call goes on. */
      'onpal-close'?: (event: PalCloseEvent) => void;
      /** A call is connected. */
      'onpal-started'?: (event: PalStartedEvent) => void;
      /** A call is over; once for each call. */
      'onpal-ended'?: (event: PalEndedEvent) => void;
      /** Something failed; its message is fit for a person. */
      'onpal-error'?: (event: PalErrorEvent) => void;
      /** The session is in another phase. */
      'onpal-state-change'?: (event: PalStateChangeEvent) => void;
      /** A complete line of the transcript. */
      'onpal-message'?: (event: PalMessageEvent) => void;
      /** The agent calls a tool of the page; `respondWith` answers it, else `tools` does. */
      'onpal-tool-call'?: (event: PalToolCallEvent) => void;
      /** The agent opens another page of this site; unless it is prevented, that is loaded. */
      'onpal-navigate'?: (event: PalNavigateEvent) => void;
      /** The visitor rated the call, with one to five stars and perhaps words; where `customization.after_call.feedback` asks for it. Unless it is prevented, the service keeps it. */
      'onpal-feedback'?: (event: PalFeedbackEvent) => void;
    };
    'pal-widget': HTMLAttributes<PalWidget> & Partial<Pick<PalWidget, 'text' | 'position' | 'variant' | 'expanded' | 'deploymentId' | 'baseUrl' | 'conversationalContext' | 'customGreeting' | 'memoryStores' | 'visitorToken' | 'screenSharing' | 'hearing' | 'theme' | 'accentColor' | 'poster' | 'override' | 'tools'>> & {
      /** The deployment to talk to. */
      'deployment-id'?: string;
      /** Where the service is; by default where the script came from. */
      'base-url'?: string;
      /** What the agent should know of this session. */
      'conversational-context'?: string;
      /** What the agent says first, instead of its own greeting. */
      'custom-greeting'?: string;
      /** Stable identifiers of the visitor, comma-separated. */
      'memory-stores'?: string;
      /** Who the visitor is, signed by the server of this website; read when a call starts. */
      'visitor-token'?: string;
      /** `off` where the visitor's screen is not to be shared; else that is offered in video calls, where the
browser can. */
      'screen-sharing'?: string;
      /** The one colour, as hex. */
      'accent-color'?: string;
      /** The deployment is known and a session can begin. */
      'onpal-ready'?: (event: PalReadyEvent) => void;
      /** The panel opened, or the call's screens took the facade's place. */
      'onpal-open'?: (event: PalOpenEvent) => void;
      /** The panel closed; a call goes on. */
      'onpal-close'?: (event: PalCloseEvent) => void;
      /** A call is connected. */
      'onpal-started'?: (event: PalStartedEvent) => void;
      /** A call is over; once for each call. */
      'onpal-ended'?: (event: PalEndedEvent) => void;
      /** Something failed; its message is fit for a person. */
      'onpal-error'?: (event: PalErrorEvent) => void;
      /** The session is in another phase. */
      'onpal-state-change'?: (event: PalStateChangeEvent) => void;
      /** A complete line of the transcript. */
      'onpal-message'?: (event: PalMessageEvent) => void;
      /** The agent calls a tool of the page; `respondWith` answers it, else `tools` does. */
      'onpal-tool-call'?: (event: PalToolCallEvent) => void;
      /** The agent opens another page of this site; unless it is prevented, that is loaded. */
      'onpal-navigate'?: (event: PalNavigateEvent) => void;
      /** The visitor rated the call, with one to five stars and perhaps words; where `customization.after_call.feedback` asks for it. Unless it is prevented, the service keeps it. */
      'onpal-feedback'?: (event: PalFeedbackEvent) => void;
    };
  }
}
