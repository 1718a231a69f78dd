/** Written by "npm run docs" from the custom elements manifest. */
import * as i0 from '@angular/core';
import type { PalEmbed, PalLandingPage, PalWidget } from '../index.ts';
import { ChannelDirective } from './angular-directive.ts';

/** The agent as part of the page's content: a facade until a visitor opens it, then the call. A wide facade shows the
texts and suggested questions of the first screen. */
export class PalEmbedDirective extends ChannelDirective<PalEmbed> {
  /** ID of the deployment to talk to. */
  get deploymentId(): PalEmbed['deploymentId'] { return this.get('deploymentId'); }
  set deploymentId(value: PalEmbed['deploymentId']) { this.set('deploymentId', value); }
  /** Address of the service; by default the one that the script came from. */
  get baseUrl(): PalEmbed['baseUrl'] { return this.get('baseUrl'); }
  set baseUrl(value: PalEmbed['baseUrl']) { this.set('baseUrl', value); }
  /** Facts about this session for the agent to know. */
  get conversationalContext(): PalEmbed['conversationalContext'] { return this.get('conversationalContext'); }
  set conversationalContext(value: PalEmbed['conversationalContext']) { this.set('conversationalContext', value); }
  /** The agent's first line, instead of its own greeting. */
  get customGreeting(): PalEmbed['customGreeting'] { return this.get('customGreeting'); }
  set customGreeting(value: PalEmbed['customGreeting']) { this.set('customGreeting', value); }
  /** Stable identifiers of the visitor, separated by commas. */
  get memoryStores(): PalEmbed['memoryStores'] { return this.get('memoryStores'); }
  set memoryStores(value: PalEmbed['memoryStores']) { this.set('memoryStores', value); }
  /** The visitor's token, signed by this website's server; read when a call starts. */
  get visitorToken(): PalEmbed['visitorToken'] { return this.get('visitorToken'); }
  set visitorToken(value: PalEmbed['visitorToken']) { this.set('visitorToken', value); }
  /** `off` stops visitors from sharing their screen. By default video calls offer it where the browser can. */
  get screenSharing(): PalEmbed['screenSharing'] { return this.get('screenSharing'); }
  set screenSharing(value: PalEmbed['screenSharing']) { this.set('screenSharing', value); }
  /** Where speech is recognised, whatever the deployment says: `browser` (where it can do so on the device) or
`service`. */
  get hearing(): PalEmbed['hearing'] { return this.get('hearing'); }
  set hearing(value: PalEmbed['hearing']) { this.set('hearing', value); }
  /** Colour scheme: `auto`, `light` or `dark`. */
  get theme(): PalEmbed['theme'] { return this.get('theme'); }
  set theme(value: PalEmbed['theme']) { this.set('theme', value); }
  /** Accent colour in hexadecimal form. */
  get accentColor(): PalEmbed['accentColor'] { return this.get('accentColor'); }
  set accentColor(value: PalEmbed['accentColor']) { this.set('accentColor', value); }
  /** Address of a picture to show before a call; by default the service's, fetched after the page's load. */
  get poster(): PalEmbed['poster'] { return this.get('poster'); }
  set poster(value: PalEmbed['poster']) { this.set('poster', value); }
  /** Overrides any part of the deployment's `customization` for this page, at any time; JSON in markup. */
  get override(): PalEmbed['override'] { return this.get('override'); }
  set override(value: PalEmbed['override']) { this.set('override', value); }
  /** The page's own tools by name, as listed in the PAL's `layers.llm.tools`. Each is called with the arguments and a
signal that aborts when the call ends. Its result, a text or a JSON value, must arrive within 20 seconds and is
sent to the agent. */
  get tools(): PalEmbed['tools'] { return this.get('tools'); }
  set tools(value: PalEmbed['tools']) { this.set('tools', value); }
  static ɵfac: i0.ɵɵFactoryDeclaration<PalEmbedDirective, never> = i0.ɵɵngDeclareFactory({
    minVersion: '12.0.0',
    version: '20.0.0',
    ngImport: i0,
    type: PalEmbedDirective,
    deps: [],
    target: i0.ɵɵFactoryTarget.Directive,
  });
  static ɵdir: i0.ɵɵDirectiveDeclaration<
    PalEmbedDirective,
    'pal-embed',
    never,
    {
      deploymentId: { alias: 'deploymentId'; required: false };
      baseUrl: { alias: 'baseUrl'; required: false };
      conversationalContext: { alias: 'conversationalContext'; required: false };
      customGreeting: { alias: 'customGreeting'; required: false };
      memoryStores: { alias: 'memoryStores'; required: false };
      visitorToken: { alias: 'visitorToken'; required: false };
      screenSharing: { alias: 'screenSharing'; required: false };
      hearing: { alias: 'hearing'; required: false };
      theme: { alias: 'theme'; required: false };
      accentColor: { alias: 'accentColor'; required: false };
      poster: { alias: 'poster'; required: false };
      override: { alias: 'override'; required: false };
      tools: { alias: 'tools'; required: false };
    },
    never,
    never,
    never,
    true,
    never
  > = i0.ɵɵngDeclareDirective({
    minVersion: '14.0.0',
    version: '20.0.0',
    ngImport: i0,
    type: PalEmbedDirective,
    isStandalone: true,
    selector: 'pal-embed',
    inputs: {
      deploymentId: 'deploymentId',
      baseUrl: 'baseUrl',
      conversationalContext: 'conversationalContext',
      customGreeting: 'customGreeting',
      memoryStores: 'memoryStores',
      visitorToken: 'visitorToken',
      screenSharing: 'screenSharing',
      hearing: 'hearing',
      theme: 'theme',
      accentColor: 'accentColor',
      poster: 'poster',
      override: 'override',
      tools: 'tools',
    },
  });
}

/** A full page for the agent. The deployment selects one of five templates: `split` (text beside the call), `centered`
(text above it), `poster` (the call from edge to edge, text below), `minimal` (the call and a name), `card` (both
in one card). */
export class PalLandingPageDirective extends ChannelDirective<PalLandingPage> {
  /** ID of the deployment to talk to. */
  get deploymentId(): PalLandingPage['deploymentId'] { return this.get('deploymentId'); }
  set deploymentId(value: PalLandingPage['deploymentId']) { this.set('deploymentId', value); }
  /** Address of the service; by default the one that the script came from. */
  get baseUrl(): PalLandingPage['baseUrl'] { return this.get('baseUrl'); }
  set baseUrl(value: PalLandingPage['baseUrl']) { this.set('baseUrl', value); }
  /** Facts about this session for the agent to know. */
  get conversationalContext(): PalLandingPage['conversationalContext'] { return this.get('conversationalContext'); }
  set conversationalContext(value: PalLandingPage['conversationalContext']) { this.set('conversationalContext', value); }
  /** The agent's first line, instead of its own greeting. */
  get customGreeting(): PalLandingPage['customGreeting'] { return this.get('customGreeting'); }
  set customGreeting(value: PalLandingPage['customGreeting']) { this.set('customGreeting', value); }
  /** Stable identifiers of the visitor, separated by commas. */
  get memoryStores(): PalLandingPage['memoryStores'] { return this.get('memoryStores'); }
  set memoryStores(value: PalLandingPage['memoryStores']) { this.set('memoryStores', value); }
  /** The visitor's token, signed by this website's server; read when a call starts. */
  get visitorToken(): PalLandingPage['visitorToken'] { return this.get('visitorToken'); }
  set visitorToken(value: PalLandingPage['visitorToken']) { this.set('visitorToken', value); }
  /** `off` stops visitors from sharing their screen. By default video calls offer it where the browser can. */
  get screenSharing(): PalLandingPage['screenSharing'] { return this.get('screenSharing'); }
  set screenSharing(value: PalLandingPage['screenSharing']) { this.set('screenSharing', value); }
  /** Where speech is recognised, whatever the deployment says: `browser` (where it can do so on the device) or
`service`. */
  get hearing(): PalLandingPage['hearing'] { return this.get('hearing'); }
  set hearing(value: PalLandingPage['hearing']) { this.set('hearing', value); }
  /** Colour scheme: `auto`, `light` or `dark`. */
  get theme(): PalLandingPage['theme'] { return this.get('theme'); }
  set theme(value: PalLandingPage['theme']) { this.set('theme', value); }
  /** Accent colour in hexadecimal form. */
  get accentColor(): PalLandingPage['accentColor'] { return this.get('accentColor'); }
  set accentColor(value: PalLandingPage['accentColor']) { this.set('accentColor', value); }
  /** Address of a picture to show before a call; by default the service's, fetched after the page's load. */
  get poster(): PalLandingPage['poster'] { return this.get('poster'); }
  set poster(value: PalLandingPage['poster']) { this.set('poster', value); }
  /** Overrides any part of the deployment's `customization` for this page, at any time; JSON in markup. */
  get override(): PalLandingPage['override'] { return this.get('override'); }
  set override(value: PalLandingPage['override']) { this.set('override', value); }
  /** The page's own tools by name, as listed in the PAL's `layers.llm.tools`. Each is called with the arguments and a
signal that aborts when the call ends. Its result, a text or a JSON value, must arrive within 20 seconds and is
sent to the agent. */
  get tools(): PalLandingPage['tools'] { return this.get('tools'); }
  set tools(value: PalLandingPage['tools']) { this.set('tools', value); }
  static ɵfac: i0.ɵɵFactoryDeclaration<PalLandingPageDirective, never> = i0.ɵɵngDeclareFactory({
    minVersion: '12.0.0',
    version: '20.0.0',
    ngImport: i0,
    type: PalLandingPageDirective,
    deps: [],
    target: i0.ɵɵFactoryTarget.Directive,
  });
  static ɵdir: i0.ɵɵDirectiveDeclaration<
    PalLandingPageDirective,
    'pal-landing-page',
    never,
    {
      deploymentId: { alias: 'deploymentId'; required: false };
      baseUrl: { alias: 'baseUrl'; required: false };
      conversationalContext: { alias: 'conversationalContext'; required: false };
      customGreeting: { alias: 'customGreeting'; required: false };
      memoryStores: { alias: 'memoryStores'; required: false };
      visitorToken: { alias: 'visitorToken'; required: false };
      screenSharing: { alias: 'screenSharing'; required: false };
      hearing: { alias: 'hearing'; required: false };
      theme: { alias: 'theme'; required: false };
      accentColor: { alias: 'accentColor'; required: false };
      poster: { alias: 'poster'; required: false };
      override: { alias: 'override'; required: false };
      tools: { alias: 'tools'; required: false };
    },
    never,
    never,
    never,
    true,
    never
  > = i0.ɵɵngDeclareDirective({
    minVersion: '14.0.0',
    version: '20.0.0',
    ngImport: i0,
    type: PalLandingPageDirective,
    isStandalone: true,
    selector: 'pal-landing-page',
    inputs: {
      deploymentId: 'deploymentId',
      baseUrl: 'baseUrl',
      conversationalContext: 'conversationalContext',
      customGreeting: 'customGreeting',
      memoryStores: 'memoryStores',
      visitorToken: 'visitorToken',
      screenSharing: 'screenSharing',
      hearing: 'hearing',
      theme: 'theme',
      accentColor: 'accentColor',
      poster: 'poster',
      override: 'override',
      tools: 'tools',
    },
  });
}

/** A floating launcher in a corner of the page, and the panel it opens. */
export class PalWidgetDirective extends ChannelDirective<PalWidget> {
  /** The text on the launcher. */
  get text(): PalWidget['text'] { return this.get('text'); }
  set text(value: PalWidget['text']) { this.set('text', value); }
  /** Corner of the page: `bottom-right`, `bottom-left`, `top-right` or `top-left`. */
  get position(): PalWidget['position'] { return this.get('position'); }
  set position(value: PalWidget['position']) { this.set('position', value); }
  /** `tiny` has only an icon; `compact` has a text; `full` has a text and the agent's picture (`poster`, otherwise an
icon). */
  get variant(): PalWidget['variant'] { return this.get('variant'); }
  set variant(value: PalWidget['variant']) { this.set('variant', value); }
  /** True if the panel is a large dialog over the page instead of a small one in the corner. */
  get expanded(): PalWidget['expanded'] { return this.get('expanded'); }
  set expanded(value: PalWidget['expanded'] | '') { this.set('expanded', value); }
  /** ID of the deployment to talk to. */
  get deploymentId(): PalWidget['deploymentId'] { return this.get('deploymentId'); }
  set deploymentId(value: PalWidget['deploymentId']) { this.set('deploymentId', value); }
  /** Address of the service; by default the one that the script came from. */
  get baseUrl(): PalWidget['baseUrl'] { return this.get('baseUrl'); }
  set baseUrl(value: PalWidget['baseUrl']) { this.set('baseUrl', value); }
  /** Facts about this session for the agent to know. */
  get conversationalContext(): PalWidget['conversationalContext'] { return this.get('conversationalContext'); }
  set conversationalContext(value: PalWidget['conversationalContext']) { this.set('conversationalContext', value); }
  /** The agent's first line, instead of its own greeting. */
  get customGreeting(): PalWidget['customGreeting'] { return this.get('customGreeting'); }
  set customGreeting(value: PalWidget['customGreeting']) { this.set('customGreeting', value); }
  /** Stable identifiers of the visitor, separated by commas. */
  get memoryStores(): PalWidget['memoryStores'] { return this.get('memoryStores'); }
  set memoryStores(value: PalWidget['memoryStores']) { this.set('memoryStores', value); }
  /** The visitor's token, signed by this website's server; read when a call starts. */
  get visitorToken(): PalWidget['visitorToken'] { return this.get('visitorToken'); }
  set visitorToken(value: PalWidget['visitorToken']) { this.set('visitorToken', value); }
  /** `off` stops visitors from sharing their screen. By default video calls offer it where the browser can. */
  get screenSharing(): PalWidget['screenSharing'] { return this.get('screenSharing'); }
  set screenSharing(value: PalWidget['screenSharing']) { this.set('screenSharing', value); }
  /** Where speech is recognised, whatever the deployment says: `browser` (where it can do so on the device) or
`service`. */
  get hearing(): PalWidget['hearing'] { return this.get('hearing'); }
  set hearing(value: PalWidget['hearing']) { this.set('hearing', value); }
  /** Colour scheme: `auto`, `light` or `dark`. */
  get theme(): PalWidget['theme'] { return this.get('theme'); }
  set theme(value: PalWidget['theme']) { this.set('theme', value); }
  /** Accent colour in hexadecimal form. */
  get accentColor(): PalWidget['accentColor'] { return this.get('accentColor'); }
  set accentColor(value: PalWidget['accentColor']) { this.set('accentColor', value); }
  /** Address of a picture to show before a call; by default the service's, fetched after the page's load. */
  get poster(): PalWidget['poster'] { return this.get('poster'); }
  set poster(value: PalWidget['poster']) { this.set('poster', value); }
  /** Overrides any part of the deployment's `customization` for this page, at any time; JSON in markup. */
  get override(): PalWidget['override'] { return this.get('override'); }
  set override(value: PalWidget['override']) { this.set('override', value); }
  /** The page's own tools by name, as listed in the PAL's `layers.llm.tools`. Each is called with the arguments and a
signal that aborts when the call ends. Its result, a text or a JSON value, must arrive within 20 seconds and is
sent to the agent. */
  get tools(): PalWidget['tools'] { return this.get('tools'); }
  set tools(value: PalWidget['tools']) { this.set('tools', value); }
  static ɵfac: i0.ɵɵFactoryDeclaration<PalWidgetDirective, never> = i0.ɵɵngDeclareFactory({
    minVersion: '12.0.0',
    version: '20.0.0',
    ngImport: i0,
    type: PalWidgetDirective,
    deps: [],
    target: i0.ɵɵFactoryTarget.Directive,
  });
  static ɵdir: i0.ɵɵDirectiveDeclaration<
    PalWidgetDirective,
    'pal-widget',
    never,
    {
      text: { alias: 'text'; required: false };
      position: { alias: 'position'; required: false };
      variant: { alias: 'variant'; required: false };
      expanded: { alias: 'expanded'; required: false };
      deploymentId: { alias: 'deploymentId'; required: false };
      baseUrl: { alias: 'baseUrl'; required: false };
      conversationalContext: { alias: 'conversationalContext'; required: false };
      customGreeting: { alias: 'customGreeting'; required: false };
      memoryStores: { alias: 'memoryStores'; required: false };
      visitorToken: { alias: 'visitorToken'; required: false };
      screenSharing: { alias: 'screenSharing'; required: false };
      hearing: { alias: 'hearing'; required: false };
      theme: { alias: 'theme'; required: false };
      accentColor: { alias: 'accentColor'; required: false };
      poster: { alias: 'poster'; required: false };
      override: { alias: 'override'; required: false };
      tools: { alias: 'tools'; required: false };
    },
    never,
    never,
    never,
    true,
    never
  > = i0.ɵɵngDeclareDirective({
    minVersion: '14.0.0',
    version: '20.0.0',
    ngImport: i0,
    type: PalWidgetDirective,
    isStandalone: true,
    selector: 'pal-widget',
    inputs: {
      text: 'text',
      position: 'position',
      variant: 'variant',
      expanded: 'expanded',
      deploymentId: 'deploymentId',
      baseUrl: 'baseUrl',
      conversationalContext: 'conversationalContext',
      customGreeting: 'customGreeting',
      memoryStores: 'memoryStores',
      visitorToken: 'visitorToken',
      screenSharing: 'screenSharing',
      hearing: 'hearing',
      theme: 'theme',
      accentColor: 'accentColor',
      poster: 'poster',
      override: 'override',
      tools: 'tools',
    },
  });
}
