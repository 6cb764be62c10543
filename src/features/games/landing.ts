/** From the server's answer to the result, in milliseconds; the last half second shows what was drawn. */
export const landingMs = { grid: 3200, balls: 2900, box: 2000, boxes: 1700 } as const

/** Between the openings of two boxes, in milliseconds. */
export const boxStepMs = 260
