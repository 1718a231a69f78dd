/**
 * The base class of all elements. A constructed style sheet is bound to a document: an element that is moved to
 * another one, such as a frame or a picture-in-picture window, loses its sheets and gets copies of them there.
 */
import { LitElement, type CSSResult } from 'lit';

export class StyledElement extends LitElement {
  /**
   * The style sheets of the shadow root in this script's document; `restyle` replaces them.
   *
   * @internal
   */
  sheets: readonly CSSStyleSheet[] = (this.constructor as typeof LitElement).elementStyles.map(
    (style) => (style as CSSResult).styleSheet!,
  );

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root =
      this.shadowRoot ?? this.attachShadow((this.constructor as typeof LitElement).shadowRootOptions);
    this.restyle();
    return root;
  }

  /**
   * Calls `resized` for each change of an element's size. The observer must be from the element's document; one of
   * another document reports too late and causes an error in the console.
   */
  protected observeSize(resized: () => void, element: Element = this): ResizeObserver {
    const observer = new this.ownerDocument.defaultView!.ResizeObserver(resized);
    observer.observe(element);
    return observer;
  }

  /** @internal */
  adoptedCallback(): void {
    this.restyle();
  }

  /** @internal */
  restyle(sheets: readonly CSSStyleSheet[] = this.sheets): void {
    this.sheets = sheets;
    const root = this.shadowRoot;
    const view = root?.ownerDocument.defaultView;
    // A document without a window is not rendered.
    if (view)
      root.adoptedStyleSheets = sheets.map((sheet) => {
        if (view === window) return sheet;
        const copy = new view.CSSStyleSheet();
        copy.replaceSync([...sheet.cssRules].map((rule) => rule.cssText).join(''));
        return copy;
      });
  }
}
