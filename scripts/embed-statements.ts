/** Makes the vectors of the common statements anew, after a line or the model has changed. */
import fs from 'node:fs';
import { SentenceModel } from '../src/service/language/sentence-model.ts';
import { commonStatements, commonVectorsFile } from '../src/service/agent/knowledge/common-statements.ts';
import { packVectors } from '../src/service/agent/knowledge/sentence-table.ts';
import { systemClock } from '../src/service/platform/clock.ts';

const model = new SentenceModel(systemClock);
fs.writeFileSync(commonVectorsFile(), packVectors(await model.embeddings().embed(commonStatements())));
model.close();
