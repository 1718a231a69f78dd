/** Tables of an account's tools and pronunciation dictionaries. */
import type { DictionaryFields } from '@palkit/contract/pronunciation-dictionaries';
import type { ToolFields } from '@palkit/contract/tools';
import type { Json, Time } from './columns.ts';

export interface ToolTables {
  tools: {
    id: string;
    account_id: number;
    /** The tool without the headers and credentials of its requests. */
    document: Json<ToolFields>;
    /** Sealed headers and credentials of the tool's requests. */
    sealed: string | null;
    created_at: Time;
    updated_at: Time;
  };
  pronunciation_dictionaries: {
    id: string;
    account_id: number;
    document: Json<DictionaryFields>;
    created_at: Time;
    updated_at: Time;
  };
}
