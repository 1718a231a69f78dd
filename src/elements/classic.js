/**
 * What a page gets that includes the script without `type="module"`: the library is modules, so this one asks for
 * them. Plain JavaScript, copied by the build as it is; not a module itself.
 */
(() => {
  const { src, nonce } = document.currentScript;
  const module = document.createElement('script');
  module.type = 'module';
  module.nonce = nonce;
  const address = new URL('palkit.js', src).href;
  const fail = (why) =>
    console.error(`palkit: ${why}. Include the script as <script type="module" src="${address}"></script>.`);
  module.addEventListener('error', () => fail('the module could not be loaded'));
  try {
    module.src = address;
    document.head.append(module);
  } catch {
    // Trusted Types take no address from a script that they do not know.
    fail('this page does not let a classic script load a module');
  }
})();
