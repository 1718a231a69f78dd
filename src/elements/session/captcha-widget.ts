/**
 * The captcha widgets of Turnstile and hCaptcha. Their script is loaded only at the captcha gate, and the widget is
 * removed afterwards.
 */

/** How and where the widget of a provider is shown. */
export interface Place {
  /** Parent element for the widget, because these widgets do not work in a shadow tree. */
  host: HTMLElement;
  /** Language tag of the widget's texts. */
  language: string;
  theme: 'auto' | 'light' | 'dark';
}

interface Widgets {
  render(place: HTMLElement, options: Record<string, unknown>): unknown;
  remove(widget: unknown): void;
}

type Provider = 'turnstile' | 'hcaptcha';
export const SCRIPTS: Record<Provider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
};
/** Maximum milliseconds for loading the provider's script. */
const LOAD_TIMEOUT = 20_000;

/** Elements that need the script at the same time share one load. */
const loading: Partial<Record<Provider, Promise<Widgets>>> = {};
const page = globalThis as unknown as Record<string, unknown>;

/**
 * Resolves to the token when the visitor has solved the captcha. Rejects if the script does not load or the widget
 * reports a failure.
 */
export async function showWidget(
  provider: Provider,
  sitekey: string,
  cData: string,
  signal: AbortSignal,
  { host, language, theme }: Place,
  trust: (url: string) => string = String,
  scripts = SCRIPTS,
): Promise<string> {
  const widgets =
    (page[provider] as Widgets | undefined) ??
    (await (loading[provider] ??= load(
      provider,
      `${scripts[provider]}?render=explicit&onload=palkitCaptcha&hl=${language}`,
      trust,
    )));
  signal.throwIfAborted();
  const isDark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme:dark)').matches);
  const container = document.createElement('div');
  container.slot = 'captcha';
  host.append(container);
  let widget: unknown;
  try {
    return await new Promise<string>((callback, reject) => {
      const handleFailure = () => reject(new Error(`${provider} failed`));
      signal.addEventListener('abort', handleFailure, { once: true });
      widget = widgets.render(container, {
        sitekey,
        theme: isDark ? 'dark' : 'light',
        callback,
        'error-callback': handleFailure,
        'expired-callback': handleFailure,
        ...(provider === 'turnstile' ? { cData, language } : { hl: language }),
      });
      if (!widget) handleFailure();
    });
  } finally {
    if (widget !== undefined) widgets.remove(widget);
    container.remove();
  }
}

function load(provider: Provider, url: string, trust: (url: string) => string): Promise<Widgets> {
  return new Promise<Widgets>((resolve, reject) => {
    const script = document.createElement('script');
    const handleLoadFailure = () => {
      // Remove the script and its entry, so that a retry loads it again.
      script.remove();
      loading[provider] = undefined;
      reject(new Error(`${provider} did not load`));
    };
    page['palkitCaptcha'] = () => resolve(page[provider] as Widgets);
    script.onerror = handleLoadFailure;
    setTimeout(handleLoadFailure, LOAD_TIMEOUT);
    script.src = trust(url);
    document.head.append(script);
  });
}
