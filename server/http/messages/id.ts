import type { Catalogue } from './catalogue.ts'
import { listIn, paramAmountIn } from './written.ts'

const amount = paramAmountIn('id')
const list = listIn('id')

export const id: Catalogue = {
  bad_request: (p) => `Permintaan ini tidak dapat dibaca: ${p['field']}: ${p['problem']}.`,
  session_expired: () => 'Silakan masuk.',
  permission_denied: () => 'Akses ditolak.',
  unknown_call: () => 'Permintaan ini tidak dikenal.',
  in_progress: () => 'Ini sedang diproses. Mohon tunggu sebentar.',
  body_too_large: () => 'Ukurannya terlalu besar untuk dikirim.',
  key_reused: () => 'Tindakan ini sudah pernah dikirim dengan isi yang berbeda.',
  update_required: () => 'Perbarui aplikasi untuk melanjutkan.',
  too_many_requests: () => 'Terlalu banyak permintaan. Mohon tunggu sebentar.',
  internal: () => 'Terjadi kesalahan di pihak kami. Tidak ada yang berubah; silakan coba lagi.',
  unavailable: () => 'Layanan sedang sibuk. Silakan coba sebentar lagi.',
  not_built: () => 'Layanan ini tidak didukung di sini.',
  switched_off: () => 'Ini tidak tersedia: operator server ini telah menonaktifkannya.',
  not_found: () => 'Data ini tidak ditemukan.',
  add_failed: () => 'Gagal menambahkan: pilihannya sudah tidak tersedia. Silakan pilih lagi.',
  update_failed: () => 'Gagal memperbarui: pilihannya sudah tidak tersedia. Silakan pilih lagi.',
  redeem_wrong: (p) =>
    `Kode ${p['code'] ?? ''} tidak dapat ditukar: tidak dikenal, habis, kedaluwarsa, atau sudah pernah Anda pakai.`,
  lucky_balls_needed: (p) => `Membeli ${p['what']} memakai ${p['balls']} Lucky Ball.`,
  points_amount_wrong: () => 'Jumlah poin salah.',
  points_insufficient: () => 'Poin Anda tidak cukup untuk ini.',
  level_insufficient: (p) => `Ini memerlukan level ${p['needed']}; level Anda ${p['level']}.`,
  credentials_wrong: () => 'Nomor telepon atau kata sandi salah.',
  captcha_wrong: () => 'Pemeriksaan keamanan gagal. Silakan coba lagi.',
  captcha_unknown: () => 'Pemeriksaan keamanan ini tidak dikenal di sini atau sudah dipakai. Silakan minta yang baru.',
  code_wrong: (p) =>
    p['elsewhere']
      ? 'Kode ini diminta di perangkat atau browser lain. Silakan minta kode baru di sini.'
      : 'Kode verifikasi salah.',
  password_weak: (p) => `Pilih kata sandi minimal ${p['least']} karakter yang bukan kata sandi umum.`,
  account_exists: () => 'Nomor telepon ini sudah terdaftar.',
  account_unknown: () => 'Nomor telepon ini belum terdaftar.',
  invite_code_unknown: () => 'Kode undangan ini tidak dikenal.',
  wait_for_countdown: (p) => `Kode baru saja dikirim. Anda dapat meminta lagi setelah ${p['seconds']} detik.`,
  attempts_exhausted: (p) => `Terlalu banyak percobaan. Coba lagi dalam ${p['minutes']} menit.`,
  country_not_served: () => 'Kami tidak dapat mengirim kode ke nomor negara ini. Silakan gunakan nomor lain.',
  codes_paused: (p) => `Untuk sementara kami tidak dapat mengirim kode lagi. Coba lagi dalam ${p['minutes']} menit.`,
  registration_closed: () =>
    'Anda belum dapat mendaftar: operator belum menerbitkan teks yang harus disetujui. Silakan coba lagi nanti.',
  stock_gone: () => 'Orang lain lebih cepat: unit yang tersisa tidak cukup. Saldo Anda tidak berkurang.',
  purchase_limit_reached: (p) => `Anda dapat memiliki paling banyak ${p['limit']} unit produk ini.`,
  balance_insufficient: () => 'Saldo dompet ini tidak cukup. Saldo Anda tidak berkurang.',
  order_not_payable: () => 'Pesanan ini tidak dapat dibayar lagi. Silakan mulai dari awal.',
  coupon_unusable: () => 'Kupon ini tidak dapat dipakai di sini.',
  price_changed: () => 'Harga telah berubah. Silakan periksa angka terbaru.',
  already_signed: () => 'Anda sudah check-in untuk hari ini.',
  nothing_to_claim: () => 'Belum ada yang bisa diklaim.',
  already_cancelled: () => 'Pesanan ini sudah dibatalkan.',
  cancellation_window_over: () => 'Waktu pembatalan pesanan ini sudah lewat.',
  withdrawal_approved: () => 'Penarikan ini sudah disetujui dan tidak bisa dibatalkan lagi.',
  transaction_password_wrong: (p) =>
    `Kata sandi transaksi salah. ${p['left'] ? `Sisa ${p['left']} percobaan.` : 'Percobaan habis untuk sementara: atur ulang dengan kode, atau coba lagi nanti.'}`,
  changed_meanwhile: () => 'Data ini sudah diubah di perangkat lain. Pilih versi yang dipakai.',
  address_limit_reached: (p) => `Anda dapat menyimpan paling banyak ${p['limit']} alamat.`,
  deposit_not_offered: (p) =>
    p['isReserveShort']
      ? 'Deposito ini sedang tidak ditawarkan: dana cadangan untuk bunganya tidak cukup. Tidak ada uang yang dipindahkan.'
      : 'Deposito ini sedang tidak ditawarkan. Tidak ada uang yang dipindahkan.',
  deposit_ended: () => 'Deposito ini sudah berakhir.',
  transaction_password_missing: () => 'Buat kata sandi transaksi terlebih dahulu: ini memerlukannya.',
  transaction_password_needed: () => 'Masukkan kata sandi transaksi Anda.',
  transaction_password_known: () =>
    'Anda sudah punya kata sandi transaksi. Ubah dengan yang lama, atau atur ulang dengan kode.',
  secret_unreadable: () => 'Isi yang dienkripsi tidak dapat dibaca lagi. Silakan coba lagi.',
  card_number_wrong: () => 'Nomor kartu atau kode keamanannya salah. Mohon diperiksa.',
  card_expired: () => 'Kartu ini sudah kedaluwarsa.',
  card_known: () => 'Kartu ini sudah Anda tambahkan.',
  passkey_wrong: () =>
    'Kunci sandi ini tidak diterima. Tidak ada yang berubah. Coba lagi, atau gunakan kata sandi Anda.',
  passkey_unknown: () => 'Kunci sandi ini tidak lagi dipakai akun mana pun di sini. Masuklah dengan kata sandi Anda.',
  passkey_limit_reached: (p) => `Anda dapat menyimpan paling banyak ${p['limit']} kunci sandi.`,
  code_needed: () => 'Masukkan kode dari SMS yang kami kirim ke ponsel Anda.',
  phone_changed_lately: (p) =>
    `Nomor telepon Anda baru saja diganti. Demi keamanan Anda, kata sandi transaksi bisa dibuat setelah ${p['hours']} jam.`,
  card_limit_reached: (p) => `Anda dapat menambahkan paling banyak ${p['limit']} kartu.`,
  card_bill_open: () => 'Masih ada tagihan kartu ini yang belum lunas. Silakan lunasi dahulu.',
  card_bill_closed: () => 'Tidak ada lagi yang harus dibayar untuk tagihan ini. Tidak ada uang yang diambil.',
  budget_used_up: () => 'Rekening yang membayar ini sedang kosong. Tidak ada yang hilang; silakan coba lagi nanti.',
  not_receivable_yet: () => 'Ini belum dapat diklaim: dapat diklaim begitu rekening pembayarnya diisi.',
  picture_unusable: () => 'Gambar ini tidak dapat dipakai: terlalu besar atau bukan JPEG, PNG, atau WebP.',
  odds_changed: () => 'Peluangnya sudah berubah sejak Anda melihatnya. Tidak ada yang dipotong; silakan lihat lagi.',
  seed_changed: () => 'Benihnya sudah diganti. Tidak ada yang dipotong; silakan lihat lagi.',
  game_closed: (p) =>
    p['covered'] === undefined
      ? 'Permainan ini sedang tidak dapat dimainkan: uang untuk hadiahnya tidak cukup, atau hadiahnya sudah habis. Tidak ada yang dipotong.'
      : `Dana hadiah dari operator saat ini hanya cukup untuk ${p['covered']} undian sekaligus. Tidak ada yang dipotong. Silakan pilih lebih sedikit.`,
  play_limit_reached: () => 'Anda sudah mencapai batas undian hari ini. Tidak ada yang dipotong.',
  play_paused: () => 'Anda sedang menjeda semua permainan. Tidak ada yang dipotong.',
  quiz_over: () => 'Kuis hari ini sudah selesai. Silakan kembali besok.',
  quiz_empty: () => 'Saat ini tidak ada pertanyaan kuis. Silakan kembali lagi nanti.',
  goods_gone: () => 'Sisa barang ini tidak cukup. Tidak ada yang dipotong.',
  order_not_refundable: () => 'Pesanan ini tidak dapat diubah lagi dengan cara ini. Silakan lihat statusnya.',
  contract_not_offered: () => 'Saat ini operator tidak menawarkan kontrak kepada Anda.',
  contract_in_review: () => 'Kontrak Anda sedang ditinjau. Anda dapat mengubahnya setelah selesai.',
  contract_not_running: () =>
    'Anda tidak punya kontrak yang berjalan, atau akhirnya sudah ditetapkan. Tidak ada yang diubah.',
  text_changed: () =>
    'Teks yang Anda setujui telah berubah. Tidak ada yang dilakukan. Baca lagi sebelum menyetujuinya.',
  account_in_use: (p) =>
    `Akun ini belum bisa dihapus. Masih ada: ${list(p['obstacles'], { wallets: 'saldo di dompet', income: 'penghasilan yang belum diklaim', deposits: 'deposito berjangka', withdrawals: 'penarikan yang sedang berjalan', pay: 'gaji dari kontrak', prizes: 'hadiah uang yang belum diklaim', bills: 'tagihan kartu', topUps: 'isi saldo yang sedang berjalan', parcels: 'paket dari mal poin', orders: 'pesanan yang masih bisa dibatalkan (batalkan, atau tunggu sampai masa pembatalannya lewat)' })}. Tarik, klaim, atau selesaikan dulu.`,
  card_unusable: () => 'Kartu ini tidak dapat menerima penarikan. Silakan pilih kartu lain.',
  amount_out_of_range: (p) => `Jumlahnya harus antara ${amount(p, 'least')} dan ${amount(p, 'most')}.`,
  daily_limit_reached: (p) => `Hari ini Anda masih dapat menarik ${amount(p, 'left')}.`,
  top_up_limit_reached: (p) =>
    `Sudah ada ${p['limit']} isi saldo yang belum selesai. Selesaikan satu, atau tunggu sampai waktu salah satunya habis.`,
  rail_unavailable: () => 'Cara isi saldo ini sedang tidak tersedia. Silakan pilih cara lain.',
}
