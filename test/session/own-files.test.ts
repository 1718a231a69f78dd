/** The page loads the service's pictures from the address at which it reaches the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOwnArguments, serviceUrlOf, withOwnFiles } from '../../src/elements/session/own-files.ts';

const face = {
  thumbnail_image_url: 'http://127.0.0.1:8787/pal/media/faces/mira.jpg',
  thumbnail_video_url: 'http://127.0.0.1:8787/pal/media/faces/mira.webm',
};
const call = (text: string) =>
  ({
    message_type: 'conversation',
    event_type: 'conversation.tool_call',
    conversation_id: 'c1',
    properties: { tool_call_id: 't1', name: 'canvas_show_image', arguments: text },
  }) as const;

test("a deployment's pictures use the page's address of the service", () => {
  assert.equal(serviceUrlOf(face), 'http://127.0.0.1:8787/pal');
  assert.deepEqual(withOwnFiles(face, 'http://localhost:8787/'), {
    thumbnail_image_url: 'http://localhost:8787/media/faces/mira.jpg',
    thumbnail_video_url: 'http://localhost:8787/media/faces/mira.webm',
  });
});

test('a card shows own pictures by that address, and others unchanged', () => {
  const text = JSON.stringify({
    a: 'http://127.0.0.1:8787/pal/media/slides/1.webp',
    b: 'https://x.example/media/y',
  });
  const callWithOwnFiles = withOwnArguments(call(text), serviceUrlOf(face), 'http://localhost:8787');
  assert.deepEqual(
    callWithOwnFiles.event_type === 'conversation.tool_call' &&
      JSON.parse(callWithOwnFiles.properties.arguments),
    {
      a: 'http://localhost:8787/media/slides/1.webp',
      b: 'https://x.example/media/y',
    },
  );
});

test("if no face reveals the service's own address, nothing is changed", () => {
  for (const thumbnail_image_url of ['', 'https://cdn.example/mira.jpg', 'data:image/gif;base64,x']) {
    const foreignPictures = {
      thumbnail_image_url,
      thumbnail_video_url: 'https://cdn.example/media/faces/a.webm',
    };
    assert.equal(serviceUrlOf(foreignPictures), null);
    assert.deepEqual(withOwnFiles(foreignPictures, 'http://localhost'), foreignPictures);
    assert.equal(withOwnArguments(call('{}'), null, 'http://localhost').event_type, 'conversation.tool_call');
  }
});
