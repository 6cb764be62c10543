import { wantsSound } from './device-choices.ts'

let context: AudioContext | undefined

/** Browsers let a page sound only after a press: called from one. Nothing where the sound is off. */
export function wakeSound(): void {
  if (!wantsSound() || !('AudioContext' in globalThis)) return
  context ??= new AudioContext()
  void context.resume().catch(() => {
    // The device refuses to sound; the game is the same without.
  })
}

/** Ticks at times in milliseconds from now. Returns a function that silences those to come. */
export function tick(times: readonly number[]): () => void {
  return sound((audio, out) => {
    for (const ms of times) note(audio, out, { from: audio.currentTime + ms / 1000, hertz: 1250, seconds: 0.035 })
  })
}

/** Three rising notes for a prize, a single low one for none. */
export function ring(isWin: boolean): () => void {
  return sound((audio, out) => {
    const hertz = isWin ? [523, 659, 784] : [262]
    hertz.forEach((it, place) => note(audio, out, { from: audio.currentTime + place * 0.11, hertz: it, seconds: 0.28 }))
  })
}

function sound(play: (audio: AudioContext, out: GainNode) => void): () => void {
  const audio = context
  if (!audio || !wantsSound()) return () => {}
  const out = audio.createGain()
  out.gain.value = 0.12
  out.connect(audio.destination)
  play(audio, out)
  return () => out.disconnect()
}

interface Note {
  from: number
  hertz: number
  seconds: number
}

function note(audio: AudioContext, out: GainNode, { from, hertz, seconds }: Note): void {
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  oscillator.type = 'triangle'
  oscillator.frequency.value = hertz
  volume.gain.setValueAtTime(1, from)
  volume.gain.exponentialRampToValueAtTime(0.001, from + seconds)
  oscillator.connect(volume).connect(out)
  oscillator.start(from)
  oscillator.stop(from + seconds)
}
