/**
 * For pages that include the script without `type="module"`: loads the library, which consists of modules. This is
 * plain JavaScript and no module; the build copies it unchanged.
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
    // Trusted Types reject a string as the address of a script.
    fail('this page does not let a classic script load a module');
  }
})();
