interface Place {
  eventLocationName: string
  eventLocationAddress: string
  eventLocationPostCode: string
}

/** Where the academy's address opens in a map, each with its name. */
export function mapLinks({ eventLocationName, eventLocationAddress, eventLocationPostCode }: Place) {
  const whole = [eventLocationName, eventLocationAddress, eventLocationPostCode].filter(Boolean).join(', ')
  const at = encodeURIComponent
  return [
    ['Apple Maps', `https://maps.apple.com/?q=${at(whole)}`],
    ['Google Maps', `https://www.google.com/maps/search/?api=1&query=${at(whole)}`],
    // It finds postcodes, and seldom the name of a place in front of one.
    ['OpenStreetMap', `https://www.openstreetmap.org/search?query=${at(eventLocationPostCode || whole)}`],
  ] as const
}
