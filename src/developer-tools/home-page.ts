/** Renders the page at `/` without a demo: the service's name and links, with the console if it is served. */
export function homePage(hasConsole: boolean): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Palkit</title>
<meta name="description" content="A service of conversational video agents, for other pages.">
<link rel="icon" href="/demo/assets/icon.svg">
<link rel="stylesheet" href="/demo/assets/api.css">
</head>
<body>
<nav aria-label="On this service"><strong>Palkit</strong>\
<a href="/embed">On your page</a><a href="/api">The API</a></nav>
<main>
<h1>Palkit runs here</h1>
<p class="lead">This service answers for conversational video agents on other pages. It has no page of its own.</p>
<section aria-labelledby="go"><h2 id="go">Where to go</h2>
<ul>
${hasConsole ? '<li><a href="/console">The console</a>: set up an agent in the browser.</li>\n' : ''}\
<li><a href="/embed">Put an agent on your page</a>: the lines to paste, with your deployment's id in them.</li>
<li><a href="/api">The API</a>: make a PAL, give it documents, deploy it. A key is needed: \
<code>npm run keys -- create 1</code> makes one.</li>
<li><a href="/openapi.json">openapi.json</a>, for machines.</li>
</ul>
<p>The demo, a bicycle shop, is made at the first start of a service without keys of its own \
(<code>API_KEYS</code>).</p>
</section>
</main>
</body>
</html>
`;
}
