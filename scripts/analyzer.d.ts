/** Types of the parts of the analyzer that this project uses; the package has no types. */
declare module '@custom-elements-manifest/analyzer/src/create.js' {
  export function create(options: {
    modules: unknown[];
    plugins: unknown[];
  }): import('./manifest.ts').Manifest;
}
declare module '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js' {
  export function litPlugin(): unknown[];
}
declare module '@custom-elements-manifest/analyzer/index.js' {
  export const ts: {
    createSourceFile(name: string, text: string, target: number, parents: boolean): unknown;
    ScriptTarget: { ES2022: number };
  };
}
