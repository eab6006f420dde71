import { useEffect, useState } from 'react'
import type { Photo, PlacedPhoto } from './photo'
import { CENTRED, type Crop } from './placement'

/** The photograph behind the cards. It lives as long as the page: nothing of it is kept. */
export function usePhoto() {
  const [behind, setBehind] = useState<PlacedPhoto | null>(null)
  const url = behind?.photo.url
  useEffect(() => {
    if (url !== undefined) return () => URL.revokeObjectURL(url)
  }, [url])
  return {
    behind,
    put: (photo: Photo | null) => setBehind(photo && { photo, crop: CENTRED }),
    place: (change: (crop: Crop) => Crop) =>
      setBehind((now) => now && { photo: now.photo, crop: change(now.crop) }),
  }
}
