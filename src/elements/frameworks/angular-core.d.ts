/**
 * The declarations of Angular that the bindings use, so that only Angular users need to install it. This file
 * is not published: applications and the framework matrix compile against their own Angular.
 */
declare module '@angular/core' {
  export interface Signal<Value> {
    (): Value;
  }
  export interface WritableSignal<Value> extends Signal<Value> {
    set(value: Value): void;
    asReadonly(): Signal<Value>;
  }
  export function signal<Value>(value: Value): WritableSignal<Value>;
  export function inject<Value>(token: abstract new (...parameters: never[]) => Value): Value;
  export abstract class DestroyRef {
    abstract onDestroy(callback: () => void): () => void;
  }
  export class ElementRef<Native = unknown> {
    nativeElement: Native;
  }
  export abstract class Renderer2 {
    abstract setAttribute(element: unknown, name: string, value: string): void;
    abstract removeAttribute(element: unknown, name: string): void;
  }
  export type ɵɵFactoryDeclaration<_Type, _Attributes> = unknown;
  export type ɵɵDirectiveDeclaration<
    _Type,
    _Selector,
    _ExportAs,
    _Inputs,
    _Outputs,
    _Queries,
    _NgContent,
    _Standalone,
    _HostDirectives,
  > = unknown;
  export function ɵɵngDeclareFactory(declaration: object): unknown;
  export function ɵɵngDeclareDirective(declaration: object): unknown;
  export const ɵɵFactoryTarget: { Directive: unknown };
}
