/*
 * A local double of Daily's call machine, only for tests. daily-js loads it through `bundlePathOverride` and
 * exchanges window messages with it. The protocol is private, as used by daily-js 0.92.2; if it changes, the room
 * test fails. The page's `dailyFarEnd` is the other side of the meeting.
 */
{
  const id = globalThis._daily.pendings.shift();
  // The call was given up before this file was loaded, so there is no listener.
  const instance = globalThis._daily.instances[id] ?? { tracks: {} };
  const farEnd = globalThis.dailyFarEnd;
  const AGENT = 'agent';
  const state = {
    streams: {},
    participants: { [AGENT]: { public: { rtcType: { impl: 'sfu' } } } },
    local: {
      streams: { cam: { stream: new MediaStream() } },
      public: { subscribedTracks: { ALL: true }, customTracks: {} },
    },
  };
  const local = { audio: Boolean(instance.tracks.audioTrack), video: Boolean(instance.tracks.videoTrack) };
  const tell = (message) =>
    globalThis.postMessage(
      { what: 'iframe-call-message', from: 'embedded', callClientId: id, ...message },
      '*',
    );
  const tracks = (on) =>
    Object.fromEntries(
      ['audio', 'video', 'screenAudio', 'screenVideo'].map((kind) => [
        kind,
        { subscribed: true, state: on[kind] ? 'playable' : 'off' },
      ]),
    );
  const participant = (session_id, isLocal, on) => ({
    session_id,
    user_id: session_id,
    user_name: session_id,
    local: isLocal,
    owner: false,
    audio: Boolean(on.audio),
    video: Boolean(on.video),
    screen: false,
    tracks: tracks(on),
    joined_at: new Date(),
  });
  const me = () => {
    state.local.streams.cam.stream = new MediaStream(
      [local.audio && instance.tracks.audioTrack, local.video && instance.tracks.videoTrack].filter(Boolean),
    );
    farEnd.visitor({
      audio: local.audio ? instance.tracks.audioTrack : null,
      video: local.video ? instance.tracks.videoTrack : null,
      screen: local.screen ? instance.tracks.screenMediaStream.getVideoTracks()[0] : null,
    });
    return participant('visitor', true, local);
  };
  const devices = (callbackStamp) =>
    tell({ action: 'set-input-devices', callbackStamp, camera: {}, mic: {}, speaker: {} });

  const actions = {
    'join-meeting'({ callbackStamp, properties }) {
      tell({ action: 'join-meeting', callbackStamp });
      farEnd.joined({ url: properties.url, token: properties.token });
      for (const track of farEnd.tracks)
        state.streams[track.id] = {
          participantId: AGENT,
          type: 'cam',
          pendingTrack: track,
          starttime: new Date().toISOString(),
        };
      tell({
        action: 'joined-meeting',
        participants: { local: me() },
        internal: { _maxAppMessageSize: 4096 },
      });
      tell({
        action: 'participant-joined',
        participant: participant(AGENT, false, { audio: true, video: true }),
      });
    },
    'app-msg': ({ data }) => farEnd.heard(data),
    'local-audio'({ state: on }) {
      local.audio = on;
      tell({ action: 'participant-updated', participant: me() });
    },
    'local-video'({ state: on }) {
      local.video = on;
      tell({ action: 'participant-updated', participant: me() });
    },
    'local-screen-start'() {
      local.screen = true;
      tell({ action: 'participant-updated', participant: me() });
    },
    'local-screen-stop'() {
      local.screen = false;
      tell({ action: 'participant-updated', participant: me() });
    },
    'set-input-devices'({ callbackStamp }) {
      tell({ action: 'participant-updated', participant: me() });
      devices(callbackStamp);
    },
    'leave-meeting'() {
      farEnd.left();
      tell({ action: 'left-meeting' });
    },
  };
  globalThis.addEventListener('message', ({ data }) => {
    if (data?.what === 'iframe-call-message' && data.from === 'module' && data.callClientId === id)
      actions[data.action]?.(data);
  });
  farEnd.say = (data) => tell({ action: 'app-message', data, fromId: AGENT });
  farEnd.fail = (type) =>
    tell({
      action: 'error',
      errorMsg: type,
      error: { type, msg: 'the room was deleted', localizedMsg: type },
    });
  instance.callMachine = { store: { getState: () => state }, reset() {} };
  tell({ action: 'call-machine-initialized' });
  tell({ action: 'loaded' });
}
