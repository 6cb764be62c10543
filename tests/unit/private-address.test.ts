import { expect, test } from 'vitest'
import { isPrivateAddress } from '#server/private-address.ts'

test.each(
  `0.0.0.0 10.0.0.1 10.255.255.255 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1
  198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 ::ffff:127.0.0.1
  ::ffff:a00:1
  64:ff9b::a9fe:a9fe 64:ff9b::10.0.0.1 2002:a9fe:a9fe::1 2002:c0a8:101::`.split(/\s+/),
)('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))

test.each(
  '1.1.1.1 9.255.255.255 100.128.0.1 172.32.0.1 192.169.0.1 223.255.255.255 2606:4700::1111 ::ffff:1.1.1.1 64:ff9b::101:101 2002:101:101::1 fleet.example'.split(
    ' ',
  ),
)('%s is not', (address) => expect(isPrivateAddress(address)).toBe(false))
