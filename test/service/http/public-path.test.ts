/** A request gets the same answer with and without the path in `PUBLIC_URL`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { belowPath, publicPath, withoutPath } from '../../../src/service/http/public-path.ts';
import { openWorld } from '../world.ts';

test('the path of an address is the part after its host', () => {
  assert.equal(publicPath('https://example.com'), '');
  assert.equal(publicPath('https://example.com/'), '');
  assert.equal(publicPath('https://example.com/a/pal'), '/a/pal');
});

test('a request with the path and one without it give the same answer', () => {
  assert.equal(withoutPath('/pal/v2/faces?limit=1', '/pal'), '/v2/faces?limit=1');
  assert.equal(withoutPath('/pal', '/pal'), '/');
  assert.equal(withoutPath('/pal?x=1', '/pal'), '/?x=1');
  assert.equal(withoutPath('/palace', '/pal'), '/palace');
  assert.equal(withoutPath('/v2/faces', '/pal'), '/v2/faces');
  assert.equal(withoutPath('/v2/faces', ''), '/v2/faces');
  // The public path equals one of the service's own segments and is not removed, because the proxy does that.
  assert.equal(withoutPath('/palkit/palkit.js', '/palkit'), '/palkit/palkit.js');
});

test("only the page's own addresses get the path", () => {
  const page =
    '<link href="/demo/a.css"><script src="/palkit/palkit.js"></script><a href="#x">x</a><a href="/">home</a>' +
    '<a href="//other.example/"></a><img src="https://other.example/a.png"><pre>src=&#34;/x&#34; "/y"</pre>';
  assert.equal(
    belowPath(page, '/pal'),
    page
      .replace('/demo/a.css', '/pal/demo/a.css')
      .replace('/palkit/palkit.js', '/pal/palkit/palkit.js')
      .replace('href="/">', 'href="/pal/">'),
  );
  assert.equal(belowPath(page, ''), page);
});

test("an owner's texts change no address of a page", async () => {
  const world = await openWorld({ environment: { PUBLIC_URL: 'https://example.com/pal' } });
  try {
    const title = 'x" href="/evil';
    const id = await world.deployment({
      channel: 'landing-page',
      customization: { landing_page: { title } },
    });
    const { body } = await world.service.app.inject({ url: `/pal/l/${id}` });
    assert.match(body, / src="\/pal\/palkit\/palkit\.js"/);
    assert.match(body, / poster="\/pal\/media\/faces\//);
    assert.match(body, /content="https:\/\/example\.com\/pal\/media\/faces\//);
    assert.ok(body.includes('x&#34; href=&#34;/evil'), 'the title is as it was written');
  } finally {
    await world.close();
  }
});
