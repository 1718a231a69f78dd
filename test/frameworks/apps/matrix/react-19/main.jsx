import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PalEmbed } from 'palkit/react';
import { baseUrl, deploymentId, override, tell, tools } from './call.js';

const listeners = { onStateChange: tell, onStarted: tell, onEnded: tell };
const embed = createElement(PalEmbed, { baseUrl, deploymentId, override, tools, ...listeners });
createRoot(document.getElementById('app')).render(createElement(StrictMode, null, embed));
