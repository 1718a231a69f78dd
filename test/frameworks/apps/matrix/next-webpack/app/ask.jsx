'use client';
import { PalEmbed } from 'palkit/react';
import { baseUrl, deploymentId, override, tell, tools } from '../call.js';

export function Ask() {
  return (
    <PalEmbed
      deploymentId={deploymentId}
      baseUrl={baseUrl}
      override={override}
      tools={tools}
      onStateChange={tell}
      onStarted={tell}
      onEnded={tell}
    />
  );
}
