import { expect, test } from 'vitest'
import { typedQuantity } from '#src/ui/typed-quantity.ts'

const bounds = { min: 1, max: 20 }

/** A field that holds `value`, after each text that it is given; the text in it and its value. */
function typing(value: number, texts: readonly string[], { min, max } = bounds) {
  return texts.map((text) => {
    const typed = typedQuantity(text, min, max)
    value = typed?.value ?? value
    return [typed?.text ?? String(value), value]
  })
}

test('the last digit can be deleted, and another typed in its place', () => {
  expect(typing(1, ['', '5', '', '12'])).toEqual([
    ['', 1],
    ['5', 5],
    ['', 5],
    ['12', 12],
  ])
})

test('a number below the least may be the beginning of one that is allowed', () => {
  const pairs = { min: 10, max: 40 }
  expect(typing(10, ['2', '25'], pairs)).toEqual([
    ['2', 10],
    ['25', 25],
  ])
  expect(typing(1, ['0', '07'])).toEqual([
    ['0', 1],
    ['7', 7],
  ])
})

test('more than the most is the most, in the field too', () => {
  expect(typing(2, ['21', '205', '999999999'])).toEqual([
    ['20', 20],
    ['20', 20],
    ['20', 20],
  ])
})

test('none is a quantity where it is allowed', () => {
  expect(typing(3, ['', '0'], { min: 0, max: 1000 })).toEqual([
    ['', 3],
    ['0', 0],
  ])
})

test("every script's digits count, and nothing else changes the field", () => {
  expect(typing(4, ['١٢', '๗', '7a', '-1', '1.5', ' '])).toEqual([
    ['12', 12],
    ['7', 7],
    ['7', 7],
    ['7', 7],
    ['7', 7],
    ['7', 7],
  ])
})
