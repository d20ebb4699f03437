import { useEffect, useRef, type RefObject } from 'react';
import { nameOf } from '../../documents-api/documents-api';
import { useKeptPlace } from '../../reader/reading-position/use-kept-place';
import { StageFailure } from './stage-message';
import type { StageProps } from './stage-props';
import styles from './stages.module.css';
import { useFreshAddress } from './use-fresh-address';

/** Something to hear, by the browser's own controls. */
export function AudioStage(props: StageProps) {
  const player = useRef<HTMLAudioElement>(null);
  const { failed, ...media } = usePlayer(player, props);
  if (failed) return <NotPlayable />;
  return (
    <audio ref={player} className={styles.audio} aria-label={nameOf(props.document)} {...media} />
  );
}

/** Something to watch, by the browser's own controls. */
export function VideoStage(props: StageProps) {
  const player = useRef<HTMLVideoElement>(null);
  const { failed, ...media } = usePlayer(player, props);
  if (failed) return <NotPlayable />;
  return (
    <video
      ref={player}
      className={styles.video}
      aria-label={nameOf(props.document)}
      playsInline
      {...media}
    />
  );
}

function NotPlayable() {
  return (
    <StageFailure title="This file cannot be played here.">
      It may be damaged, or of a kind that your browser does not play. Download it to play it on
      your device.
    </StageFailure>
  );
}

/**
 * What a player of the browser needs to go on where it was: after the last visit, and after its address has ended, which
 * it does a minute after it was made. The browser asks for more of the file then, is refused, and reports an error.
 */
function usePlayer(
  player: RefObject<HTMLMediaElement | null>,
  { file, document, person }: StageProps,
) {
  const address = useFreshAddress(file);
  const [[before] = [], keep] = useKeptPlace(person, document.id);
  /** What is to be taken up again as soon as the file is there. */
  const resume = useRef({ at: before ?? 0, playing: false });

  // A change of its `src` stops a player without a word and begins at the beginning.
  useEffect(() => {
    const { current } = player;
    const play = () => {
      const { at, playing } = resume.current;
      resume.current = { at: 0, playing: false };
      if (!current) return;
      // A last second is no place to go on from.
      if (at > 0 && !(at > current.duration - 1)) {
        current.currentTime = at;
        keep([at]);
      }
      // Browsers may refuse to play what nobody has pressed; the controls are there then.
      if (playing) current.play().catch(() => undefined);
    };
    current?.addEventListener('loadedmetadata', play);
    return () => current?.removeEventListener('loadedmetadata', play);
  }, [player, keep]);

  return {
    src: address.url,
    failed: address.failed,
    controls: true,
    preload: 'metadata' as const,
    onError() {
      const { current } = player;
      if (current && current.currentTime > 0)
        resume.current = { at: current.currentTime, playing: !current.paused };
      address.renew();
    },
    onTimeUpdate() {
      // Until the file is there, a player that goes on later says that it is at the beginning.
      if (player.current && resume.current.at === 0) keep([player.current.currentTime]);
    },
    onEnded: () => keep([0]),
  };
}
