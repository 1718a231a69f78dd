/** Written by "npm run docs" from the custom elements manifest. */
import type { PalCloseEvent, PalEmbed, PalEndedEvent, PalErrorEvent, PalFeedbackEvent, PalLandingPage, PalMessageEvent, PalNavigateEvent, PalOpenEvent, PalReadyEvent, PalStartedEvent, PalStateChangeEvent, PalToolCallEvent, PalWidget } from '../index.ts';
import type { DefineComponent } from 'vue';

declare module 'vue' {
  interface GlobalComponents {
    'pal-embed': DefineComponent<Partial<Pick<PalEmbed, 'deploymentId' | 'baseUrl' | 'conversationalContext' | 'customGreeting' | 'memoryStores' | 'visitorToken' | 'screenSharing' | 'hearing' | 'theme' | 'accentColor' | 'poster' | 'override' | 'tools'>> & {
      /** The deployment is known and a session can begin. */
      onPalReady?: (event: PalReadyEvent) => void;
      /** The panel opened, or the call's screens replaced the facade. */
      onPalOpen?: (event: PalOpenEvent) => void;
      /** The panel closed; a running call continues. */
      onPalClose?: (event: PalCloseEvent) => void;
      /** A call is connected. */
      onPalStarted?: (event: PalStartedEvent) => void;
      /** A call is over; once for each call. */
      onPalEnded?: (event: PalEndedEvent) => void;
      /** Something failed; the message can be shown to a visitor. */
      onPalError?: (event: PalErrorEvent) => void;
      /** The session entered another phase. */
      onPalStateChange?: (event: PalStateChangeEvent) => void;
      /** A complete line of the transcript. */
      onPalMessage?: (event: PalMessageEvent) => void;
      /** The agent calls a tool of the page; `respondWith` answers it, else `tools` does. */
      onPalToolCall?: (event: PalToolCallEvent) => void;
      /** The agent opens another page of this site, which is loaded unless the event is prevented. */
      onPalNavigate?: (event: PalNavigateEvent) => void;
      /** The visitor rated the call with one to five stars and an optional comment, where `customization.after_call.feedback` asks for it. The service stores it unless the event is prevented. */
      onPalFeedback?: (event: PalFeedbackEvent) => void;
    }>;
    'pal-landing-page': DefineComponent<Partial<Pick<PalLandingPage, 'deploymentId' | 'baseUrl' | 'conversationalContext' | 'customGreeting' | 'memoryStores' | 'visitorToken' | 'screenSharing' | 'hearing' | 'theme' | 'accentColor' | 'poster' | 'override' | 'tools'>> & {
      /** The deployment is known and a session can begin. */
      onPalReady?: (event: PalReadyEvent) => void;
      /** The panel opened, or the call's screens replaced the facade. */
      onPalOpen?: (event: PalOpenEvent) => void;
      /** The panel closed; a running call continues. */
      onPalClose?: (event: PalCloseEvent) => void;
      /** A call is connected. */
      onPalStarted?: (event: PalStartedEvent) => void;
      /** A call is over; once for each call. */
      onPalEnded?: (event: PalEndedEvent) => void;
      /** Something failed; the message can be shown to a visitor. */
      onPalError?: (event: PalErrorEvent) => void;
      /** The session entered another phase. */
      onPalStateChange?: (event: PalStateChangeEvent) => void;
      /** A complete line of the transcript. */
      onPalMessage?: (event: PalMessageEvent) => void;
      /** The agent calls a tool of the page; `respondWith` answers it, else `tools` does. */
      onPalToolCall?: (event: PalToolCallEvent) => void;
      /** The agent opens another page of this site, which is loaded unless the event is prevented. */
      onPalNavigate?: (event: PalNavigateEvent) => void;
      /** The visitor rated the call with one to five stars and an optional comment, where `customization.after_call.feedback` asks for it. The service stores it unless the event is prevented. */
      onPalFeedback?: (event: PalFeedbackEvent) => void;
    }>;
    'pal-widget': DefineComponent<Partial<Pick<PalWidget, 'text' | 'position' | 'variant' | 'expanded' | 'deploymentId' | 'baseUrl' | 'conversationalContext' | 'customGreeting' | 'memoryStores' | 'visitorToken' | 'screenSharing' | 'hearing' | 'theme' | 'accentColor' | 'poster' | 'override' | 'tools'>> & {
      /** The deployment is known and a session can begin. */
      onPalReady?: (event: PalReadyEvent) => void;
      /** The panel opened, or the call's screens replaced the facade. */
      onPalOpen?: (event: PalOpenEvent) => void;
      /** The panel closed; a running call continues. */
      onPalClose?: (event: PalCloseEvent) => void;
      /** A call is connected. */
      onPalStarted?: (event: PalStartedEvent) => void;
      /** A call is over; once for each call. */
      onPalEnded?: (event: PalEndedEvent) => void;
      /** Something failed; the message can be shown to a visitor. */
      onPalError?: (event: PalErrorEvent) => void;
      /** The session entered another phase. */
      onPalStateChange?: (event: PalStateChangeEvent) => void;
      /** A complete line of the transcript. */
      onPalMessage?: (event: PalMessageEvent) => void;
      /** The agent calls a tool of the page; `respondWith` answers it, else `tools` does. */
      onPalToolCall?: (event: PalToolCallEvent) => void;
      /** The agent opens another page of this site, which is loaded unless the event is prevented. */
      onPalNavigate?: (event: PalNavigateEvent) => void;
      /** The visitor rated the call with one to five stars and an optional comment, where `customization.after_call.feedback` asks for it. The service stores it unless the event is prevented. */
      onPalFeedback?: (event: PalFeedbackEvent) => void;
    }>;
  }
}
