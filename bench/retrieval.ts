/**
 * How often the passage that answers a question is among the first five: questions about the project's own texts, each with the
 * heading that answers it (and a word of the passage, where a heading has several).
 *
 *   node --import tsx bench/retrieval.ts      EMBEDDINGS_BASE_URL=… measures the merged ranking too
 */
import fs from 'node:fs';
import { createEmbeddings } from '../src/service/agent/engines/embeddings.ts';
import { Knowledge, type Found } from '../src/service/agent/knowledge.ts';
import { readConfig } from '../src/service/config.ts';
import { sections } from '../src/service/extraction/chunks.ts';

/** Question → the heading it is answered under, and a part of the passage. */
const QUESTIONS: [question: string, heading: string, part?: string][] = [
  ['When are you open on Sundays?', 'Opening hours'], ['What time do you close?', 'Opening hours'], ['Where is the shop?', 'Where to find us'], ['Which address do I go to?', 'Where to find us'],
  ['Can I park my car near you?', 'Parking'], ['How long does a repair take?', 'Repairs'], ['Can you fix a flat tyre?', 'Repairs'], ['May I try a bike before I buy it?', 'Test rides'], ['Do I need to book a test ride?', 'Test rides'],
  ['How do I return a bike?', 'Refunds and returns'], ['Do I get my money back?', 'Refunds and returns'], ['How long is the warranty?', 'Warranty'], ['Do you deliver to my home?', 'Delivery'], ['What does delivery cost?', 'Delivery'],
  ['How far does an electric bike go?', 'Electric bikes'], ['How long does the battery last?', 'Electric bikes'], ['Do you have bikes for children?', "Children's bikes"], ['Can my employer lease a bike for me?', 'Leasing'], ['What is your phone number?', 'Contact'],
  ['Which database is built in?', 'Storage', 'PGlite'], ['What happens to a lease when its process dies?', 'Jobs', 'lease'], ['Do jobs run more than once?', 'Jobs', 'at least once'], ['How much memory may the extraction of a file use?', 'Documents', '512 MB'],
  ['Are redirects followed by outbound requests?', 'Outbound requests', 'Redirects'], ['Which private hosts may be reached?', 'Outbound requests', 'OUTBOUND_ALLOWED_HOSTS'], ['Which video codec does a drawn face use?', 'Media', 'VP8'],
  ['How soon is a browser that vanished noticed?', 'Media', '8 seconds'], ['What does a visitor who lost a frame ask for?', 'Media', 'key frame'], ['Where are media files kept?', 'Media files', 'DATA_DIR/media'], ['How long may a visitor rejoin after a restart of the service?', 'Decisions that the specification leaves open', 'rejoin'],
  ['How many tries does a callback have?', 'Decisions that the specification leaves open', 'Ten tries'], ['How are characters of a memory counted?', 'Decisions that the specification leaves open', 'grapheme'], ['Is the disclosure interruptible?', 'Decisions that the specification leaves open', 'disclosure is not interruptible'],
  ['Which languages does the embedded voice speak?', 'Decisions that the specification leaves open', 'speaks English'], ['In which order does a start check things?', 'Journeys', 'attempts, password'], ['How is the visitor\'s voice turned into an answer?', 'Journeys', 'Voice in'],
  ['How do legacy names work?', 'Rules, and what holds them', 'Legacy names'], ['Which realm may import which?', 'Rules, and what holds them', 'contract'],
];

/** List items are paragraphs of their own, as an extracted page has them. */
const read = (file: string) => fs.readFileSync(file, 'utf8').replace(/\n(?=(?:[-*]|\d+\.) )/g, '\n\n');
const texts = [['Northlight Bikes', 'src/service/seed/northlight.md'], ['Architecture', 'docs/architecture.md'], ['Palkit', 'README.md']].map(([name, file]) => ({ document_id: file!, name: name!, content: read(file!) }));
const plain = (text: string) => text.replace(/[*_`]+/g, '').toLowerCase();

async function measure(name: string, find: (question: string) => Promise<Found[]> | Found[]): Promise<void> {
  const missed: string[] = [];
  let first = 0;
  const took: number[] = [];
  for (const [question, heading, part = ''] of QUESTIONS) {
    const began = performance.now();
    const found = await find(question);
    took.push(performance.now() - began);
    const rank = found.findIndex((passage) => passage.heading === heading && plain(passage.text).includes(plain(part)));
    if (rank === 0) first++;
    if (rank < 0) missed.push(`  missed: ${question} (${heading})\n`);
  }
  const share = (count: number) => (count / QUESTIONS.length).toFixed(2);
  process.stdout.write(`${name}: recall@5 ${share(QUESTIONS.length - missed.length)}, first ${share(first)}, ${QUESTIONS.length} questions, ${took.sort((a, b) => a - b)[Math.floor(took.length / 2)]!.toFixed(1)} ms each\n${missed.join('')}`);
}

const words = new Knowledge(texts);
process.stdout.write(`${words.passages.length} passages\n`);
await measure('full text', (question) => words.search(question, 5));
const { embeddings: endpoint } = readConfig(process.env);
if (endpoint) {
  const embeddings = createEmbeddings(endpoint, 60_000);
  const withVectors = await Promise.all(texts.map(async (text) => {
    const pieces = sections(text.content, 1000);
    const vectors = await embeddings.embed(pieces.map((piece) => `${text.name}\n${piece}`));
    return { ...text, parts: pieces.map((content, index) => ({ content, vector: vectors[index]! })) };
  }));
  const both = new Knowledge(withVectors, embeddings);
  await measure('merged with embeddings', (question) => both.find(question, 5));
}
