/** Every row, in the order a reader meets them in the documentation. */
import { callbackEndpoints } from './callbacks.ts';
import { conversationEndpoints } from './conversations.ts';
import { deploymentEndpoints } from './deployments.ts';
import { documentEndpoints } from './documents.ts';
import { faceEndpoints } from './faces.ts';
import { palEndpoints } from './pals.ts';
import { roomEndpoints } from './rooms.ts';

export const endpoints = [...palEndpoints, ...faceEndpoints, ...documentEndpoints, ...deploymentEndpoints, ...conversationEndpoints, ...callbackEndpoints, ...roomEndpoints] as const;
