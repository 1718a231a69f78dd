/** The base class of the three directives. An input sets a property of the element, or on a server its attribute. */
import { ElementRef, inject, Renderer2 } from '@angular/core';
import { ATTRIBUTES, type Channels } from './channel-table.ts';

export abstract class ChannelDirective<Element extends Channels[keyof Channels]> {
  /** The element with all its methods. */
  readonly element: Element = (inject(ElementRef) as ElementRef<Element>).nativeElement;
  readonly #renderer = inject(Renderer2);

  protected get<Name extends keyof Element>(name: Name): Element[Name] {
    return this.element[name];
  }

  /** Sets a property. Angular passes an attribute without a value as an empty string. */
  protected set<Name extends keyof Element>(name: Name, value: Element[Name] | ''): void {
    if (typeof document !== 'undefined') {
      this.element[name] = (value === '' && name === 'expanded' ? true : value) as Element[Name];
      return;
    }
    const attributes: Record<string, string | undefined> =
      ATTRIBUTES[this.element.localName as keyof Channels];
    const attribute = attributes[String(name)];
    if (!attribute) return;
    if (value === null || value === undefined || value === false)
      this.#renderer.removeAttribute(this.element, attribute);
    else this.#renderer.setAttribute(this.element, attribute, value === true ? '' : String(value));
  }
}
