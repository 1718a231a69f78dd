/** What a bundler makes of a component's file. */
declare module '*.vue' {
  const component: import('vue').Component;
  export default component;
}
declare module '*.svelte' {
  const component: import('svelte').Component;
  export default component;
}
