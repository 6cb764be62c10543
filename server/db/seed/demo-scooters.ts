import type { DemoProduct } from './demo-product.ts'
import { label } from './demo-product.ts'

const scooter = { kind: 'vehicle', categoryId: 'scooters' } as const

export const demoScooters: DemoProduct[] = [
  {
    ...scooter, slug: 'kancil-s1', name: 'Kancil S1', edition: 'City, one year', art: 'scooter',
    price: 3600, unitsTotal: 40, memberShareBp: 6800, validityDays: 365, settlementType: 0, purchaseLimit: 10, levelNeeded: 0, giftPoints: 20, isFeatured: true,
    deviceNumber: 'VF-S1-0417', place: 'Menteng, Jakarta', latitude: -6.1957, longitude: 106.8322, tripsPerDay: 13, averageAmount: 64,
    description: {
      en: 'A light electric scooter that carries office workers between stations and their desks. Its riders swap batteries instead of waiting for a charge, so it works through both rush hours.',
      id: 'Skuter listrik ringan yang mengantar pekerja kantor dari stasiun ke tempat kerja. Pengemudinya menukar baterai tanpa menunggu pengisian, sehingga bekerja di kedua jam sibuk.',
      ms: 'Skuter elektrik ringan yang membawa pekerja pejabat dari stesen ke tempat kerja. Penunggangnya menukar bateri dan tidak menunggu cas, jadi ia bekerja pada kedua-dua waktu puncak.',
      vi: 'Chiếc xe tay ga điện nhẹ đưa dân văn phòng từ ga đến chỗ làm. Tài xế đổi pin thay vì chờ sạc, nên xe chạy suốt cả hai giờ cao điểm.',
      th: 'สกูตเตอร์ไฟฟ้าคันเบาที่รับส่งคนทำงานระหว่างสถานีกับที่ทำงาน คนขับสลับแบตเตอรี่แทนการรอชาร์จ จึงวิ่งได้ทั้งสองช่วงเร่งด่วน',
      'zh-Hans': '轻便电动踏板车，接送上班族往返车站与公司。骑手换电而不等充电，早晚高峰都能跑。',
      ar: 'سكوتر كهربائي خفيف ينقل الموظفين بين المحطات ومكاتبهم. يبدّل سائقوه البطاريات بدلًا من انتظار الشحن، فيعمل في ساعتَي الذروة.',
    },
    specification: [[label.battery, '2.4 kWh LFP × 2'], [label.range, '110 km'], [label.speed, '65 km/h'], [label.built, '2026'], [label.insurance, 'All risk']],
  },
  {
    ...scooter, slug: 'kancil-s2', name: 'Kancil S2', edition: 'Long range, 18 months', art: 'scooter',
    price: 4250, unitsTotal: 40, memberShareBp: 6800, validityDays: 540, settlementType: 0, purchaseLimit: 10, levelNeeded: 0, giftPoints: 25,
    deviceNumber: 'VF-S2-0112', place: 'Dago, Bandung', latitude: -6.8847, longitude: 107.6136, tripsPerDay: 15, averageAmount: 48,
    description: {
      en: 'The longer-legged Kancil climbs the hills of north Bandung all day. Trips are short and many: students in the morning, food orders until late.',
      id: 'Kancil dengan jarak tempuh lebih jauh ini mendaki perbukitan Bandung utara sepanjang hari. Perjalanannya pendek dan banyak: mahasiswa di pagi hari, pesanan makanan hingga malam.',
      ms: 'Kancil berjarak jauh ini mendaki bukit di utara Bandung sepanjang hari. Perjalanannya pendek dan banyak: pelajar pada waktu pagi, pesanan makanan hingga lewat malam.',
      vi: 'Chiếc Kancil đi xa hơn này leo đồi phía bắc Bandung cả ngày. Chuyến ngắn mà nhiều: buổi sáng chở sinh viên, giao đồ ăn đến khuya.',
      th: 'Kancil รุ่นวิ่งไกลไต่เนินทางเหนือของบันดุงทั้งวัน เที่ยวสั้นแต่ถี่ ตอนเช้าเป็นนักศึกษา จากนั้นส่งอาหารจนดึก',
      'zh-Hans': '续航更长的 Kancil，整天穿行在万隆北部的山坡上。行程短而多：早上载学生，外卖一直送到深夜。',
      ar: 'سكوتر Kancil الأبعد مدى يصعد تلال شمال باندونغ طوال اليوم. رحلاته قصيرة وكثيرة: الطلاب صباحًا وطلبات الطعام حتى وقت متأخر.',
    },
    specification: [[label.battery, '3.1 kWh LFP × 2'], [label.range, '145 km'], [label.speed, '75 km/h'], [label.built, '2026'], [label.insurance, 'All risk']],
  },
  {
    ...scooter, slug: 'lebah-courier', name: 'Lebah Courier', edition: 'One month', art: 'scooter',
    price: 1200, unitsTotal: 20, memberShareBp: 6200, validityDays: 30, settlementType: 1, purchaseLimit: 5, levelNeeded: 0, giftPoints: 5,
    deviceNumber: 'VF-LC-2208', place: 'Gubeng, Surabaya', latitude: -7.2653, longitude: 112.7522, tripsPerDay: 24, averageAmount: 66,
    description: {
      en: 'A delivery scooter with a lockable box that works for restaurants and pharmacies. You own a share of one month of its work and are paid when the month ends.',
      id: 'Skuter pengantaran dengan boks berkunci yang bekerja untuk restoran dan apotek. Anda memiliki bagian dari satu bulan pekerjaannya dan dibayar ketika bulan itu berakhir.',
      ms: 'Skuter penghantaran dengan kotak berkunci yang bekerja untuk restoran dan farmasi. Anda memiliki bahagian daripada kerja sebulannya dan dibayar apabila bulan itu tamat.',
      vi: 'Xe giao hàng có thùng khóa, làm việc cho nhà hàng và nhà thuốc. Bạn sở hữu một phần của một tháng làm việc và được trả khi tháng kết thúc.',
      th: 'สกูตเตอร์ส่งของมีกล่องล็อกได้ ทำงานให้ร้านอาหารและร้านยา คุณเป็นเจ้าของส่วนหนึ่งของงานหนึ่งเดือน และได้รับเงินเมื่อสิ้นเดือน',
      'zh-Hans': '带锁箱的配送踏板车，为餐馆和药店送货。你拥有它一个月工作的一部分，月底结算。',
      ar: 'سكوتر توصيل بصندوق يُقفل يعمل للمطاعم والصيدليات. تملك حصة من شهر من عمله ويُدفع لك عند نهاية الشهر.',
    },
    specification: [[label.battery, '2.0 kWh LFP × 2'], [label.range, '90 km'], [label.payload, '60 kg'], [label.built, '2025'], [label.insurance, 'All risk']],
  },
  {
    ...scooter, slug: 'gesit-moped', name: 'Gesit Moped', edition: 'Two years', art: 'moped',
    price: 6500, unitsTotal: 24, memberShareBp: 6600, validityDays: 730, settlementType: 0, purchaseLimit: 6, levelNeeded: 0, giftPoints: 35,
    deviceNumber: 'VF-GM-0031', place: 'Tebet, Jakarta', latitude: -6.2263, longitude: 106.8584, tripsPerDay: 14, averageAmount: 38,
    description: {
      en: 'A sturdy moped rented by the ride around Tebet and Manggarai. Slow, cheap to keep and rarely standing still.',
      id: 'Moped tangguh yang disewa per perjalanan di sekitar Tebet dan Manggarai. Pelan, murah dirawat, dan jarang berhenti.',
      ms: 'Moped lasak yang disewa mengikut perjalanan di sekitar Tebet dan Manggarai. Perlahan, murah dijaga dan jarang terhenti.',
      vi: 'Chiếc xe máy nhỏ bền bỉ cho thuê theo chuyến quanh Tebet và Manggarai. Chậm, rẻ công chăm sóc và hiếm khi đứng yên.',
      th: 'โมเปดแข็งแรง ให้เช่าเป็นเที่ยวแถวเตเบ็ตและมังกาไร ช้า ดูแลถูก และแทบไม่หยุดนิ่ง',
      'zh-Hans': '结实的轻便摩托，在 Tebet 和 Manggarai 一带按次出租。速度不快，养护便宜，很少闲着。',
      ar: 'دراجة متينة تُؤجَّر بالرحلة حول تيبيت ومانغاراي. بطيئة ورخيصة الصيانة ونادرًا ما تتوقف.',
    },
    specification: [[label.battery, '1.8 kWh LFP'], [label.range, '70 km'], [label.speed, '45 km/h'], [label.built, '2025'], [label.insurance, 'Third party']],
  },
  {
    ...scooter, slug: 'rajawali-touring', name: 'Rajawali Touring', edition: 'Two years', art: 'scooter',
    price: 8800, unitsTotal: 30, keptUnits: 26, memberShareBp: 6500, validityDays: 730, settlementType: 0, purchaseLimit: 4, levelNeeded: 1, giftPoints: 50,
    deviceNumber: 'VF-RT-0009', place: 'Lembang, Bandung', latitude: -6.8113, longitude: 107.6175, tripsPerDay: 9, averageAmount: 102,
    description: {
      en: 'A large scooter that visitors rent by the half day to see the tea country above Bandung. Weekends earn most; rainy weeks earn little.',
      id: 'Skuter besar yang disewa wisatawan setengah hari untuk melihat kebun teh di atas Bandung. Akhir pekan paling ramai; minggu hujan sepi.',
      ms: 'Skuter besar yang disewa pelawat separuh hari untuk melihat ladang teh di atas Bandung. Hujung minggu paling laris; minggu hujan kurang pendapatan.',
      vi: 'Xe tay ga lớn cho du khách thuê nửa ngày ngắm đồi chè phía trên Bandung. Cuối tuần kiếm nhiều nhất; tuần mưa kiếm ít.',
      th: 'สกูตเตอร์คันใหญ่ที่นักท่องเที่ยวเช่าครึ่งวันไปชมไร่ชาเหนือบันดุง สุดสัปดาห์ได้มากที่สุด สัปดาห์ที่ฝนตกได้น้อย',
      'zh-Hans': '大型踏板车，游客按半天租用，去看万隆山上的茶园。周末收入最多，雨季收入较少。',
      ar: 'سكوتر كبير يستأجره الزوار نصف يوم لرؤية مزارع الشاي فوق باندونغ. عطلات الأسبوع أكثر كسبًا؛ والأسابيع الماطرة قليلة الكسب.',
    },
    specification: [[label.battery, '4.2 kWh NMC'], [label.range, '130 km'], [label.speed, '95 km/h'], [label.built, '2026'], [label.insurance, 'All risk']],
  },
]
