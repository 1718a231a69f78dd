import { Knowledge } from '../src/agent/knowledge/knowledge.ts';
import { certaintyOf } from '../src/agent/knowledge/certainty.ts';
import { SentenceModel } from '../src/agent/language/sentence-model.ts';
import { systemClock } from '../src/runtime/clock.ts';
import fs from 'node:fs';
import { extractFile } from '../src/extraction/extract.ts';
import { docxOf } from './organisations/files.ts';
const model = new SentenceModel(systemClock);
const content = await extractFile(docxOf(fs.readFileSync('bench/organisations/cottage/guide.md','utf8')));
const k = new Knowledge([{document_id:'a',name:'guide',content}], model.embeddings()); await k.prepare();
for (const q of process.argv.slice(2)) {
  const {ranked, read} = await k.explain(q, {today:'2026-01-14'});
  console.log('\n', q, read.kind, [...read.words]);
  for (const r of ranked.slice(0,4)) console.log(r.score.toFixed(2), Object.entries(r.features).map(([a,b])=>a+' '+b.toFixed(2)).join(' '), r.sentence.text.slice(0,80));
  console.log(Object.entries(certaintyOf(read, ranked)).map(([a,b])=>a+' '+b.toFixed(2)).join(', '));
  const a = await k.answer(q,{today:'2026-01-14'}); console.log(a?.certainty, a?.text);
}
model.close();
